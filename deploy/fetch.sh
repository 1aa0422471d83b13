#!/bin/sh
# Provides a program for the tests: deploy/fetch.sh nginx usr/sbin/nginx .venv/nginx
# If it is not installed, it is extracted from Debian's package into the folder, under its path in the package. Nothing is
# installed on the system, and root is not needed.
set -eu

package=$1
path=$2
folder=$3
program=${path##*/}
PATH=$PATH:/usr/sbin:/usr/local/sbin
command -v "$program" >/dev/null && exit 0

if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
    echo "$program was not found, and there is no apt-get to fetch it with. Install it: the tests run it." >&2
    exit 1
fi
echo "Fetching $program"
rm -rf "$folder"
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
cd "$folder"
fetch() {
    apt-get -qq -o Dir::State::Lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o Debug::NoLocking=1 \
        -o APT::Sandbox::User="$(id -un)" "$@"
}
fetch update
fetch download "$package"
# Extract the whole package first: a broken pipe would not be noticed.
dpkg-deb -x "$package"_*.deb all
mkdir -p "${path%/*}"
mv "all/$path" "$path"
rm -rf all lists cache "$package"_*.deb
# It starts, so its libraries are installed.
"$path" -h >/dev/null 2>&1 || { echo "$program was fetched, but does not start: install Debian's $package." >&2; exit 1; }
