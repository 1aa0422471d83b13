#!/bin/sh
# Makes sure that there is a program to test with: deploy/fetch.sh nginx usr/sbin/nginx .venv/nginx
# Where it is not installed, it is taken out of Debian's package and put into the folder, under the path that it has in
# the package. Nothing is installed on the system, and nobody has to be root.
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
# All of the package first: a broken pipe would go unnoticed.
dpkg-deb -x "$package"_*.deb all
mkdir -p "${path%/*}"
mv "all/$path" "$path"
rm -rf all lists cache "$package"_*.deb
# It starts, so its libraries are here.
"$path" -h >/dev/null 2>&1 || { echo "$program was fetched, but does not start: install Debian's $package." >&2; exit 1; }
