#!/bin/sh
# Provides Chromium for the tests of the playground. It needs dozens of libraries, so that it is installed as Debian's
# package and not, like nginx by deploy/fetch.sh, extracted into .venv.
set -eu

command -v chromium >/dev/null && exit 0

if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "chromium was not found. Install it (on Debian: apt-get install chromium): the tests of the playground run it." >&2
    exit 1
fi
echo "Installing chromium"
apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends chromium >/dev/null
