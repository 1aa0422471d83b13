#!/bin/sh
# Makes sure that there is an nginx to test with. Where none is installed, Debian's package is fetched and unpacked
# into the folder that is given; nothing is installed on the system, and nobody has to be root.
set -eu

folder=$1
PATH=$PATH:/usr/sbin:/usr/local/sbin
command -v nginx >/dev/null && exit 0

if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
    echo 'nginx was not found. Install it: the tests run the proxy of deploy/nginx.' >&2
    exit 1
fi
echo 'Fetching nginx'
rm -rf "$folder"
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
cd "$folder"
fetch() {
    apt-get -qq -o Dir::State::Lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o Debug::NoLocking=1 \
        -o APT::Sandbox::User="$(id -un)" "$@"
}
fetch update
fetch download nginx
dpkg-deb -x nginx_*.deb .
rm -rf lists cache nginx_*.deb
usr/sbin/nginx -v
