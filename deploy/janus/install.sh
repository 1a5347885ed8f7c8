#!/bin/sh
# Installs Janus for Shuyuan on Debian or Ubuntu, and prints the settings for the platform. Safe to run again: secrets stay.
#
#   sudo deploy/janus/install.sh --address 10.0.0.5 [--announced 203.0.113.5] [--recordings /var/lib/shuyuan-janus]
#                                [--group shuyuan] [--ports 20000-20999]
#
# --address     this machine's own address for media (never 127.0.0.1)
# --announced   the address that browsers reach it at, where it stands behind NAT
# --recordings  where it writes recordings, readable for the platform
# --group       the group of the account that the platform runs as
# --ports       UDP ports for media; let them through the firewall
set -eu

address= announced= recordings=/var/lib/shuyuan-janus group=shuyuan ports=20000-20999
while [ $# -gt 0 ]; do
  case "$1" in
    --address) address=$2 ;;
    --announced) announced=$2 ;;
    --recordings) recordings=$2 ;;
    --group) group=$2 ;;
    --ports) ports=$2 ;;
    *) echo "unknown: $1" >&2; exit 64 ;;
  esac
  shift 2
done
for value in "$address" "${announced:-0}"; do
  case "$value" in
    '' | *[!0-9a-fA-F.:]*) echo "--address (and --announced) take an IP address" >&2; exit 64 ;;
  esac
done
case "$address" in 127.* | ::1) echo "Janus never listens for media on loopback: give the address of a network card" >&2; exit 64 ;; esac
case "$ports" in *[!0-9-]* | -* | *-) echo "--ports takes two numbers: 20000-20999" >&2; exit 64 ;; esac
case "$recordings" in /*[!A-Za-z0-9/._-]* | [!/]*) echo "--recordings takes an absolute path" >&2; exit 64 ;; esac
[ "$(id -u)" = 0 ] || { echo "run it as root" >&2; exit 77; }

here=$(cd "$(dirname "$0")" && pwd)
config=/etc/shuyuan-janus
secrets=$config/secrets

# The package would start Janus with its example settings, on all interfaces.
systemctl mask janus.service > /dev/null 2>&1 || true
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends janus janus-tools
library=$(dirname "$(dirname "$(find /usr/lib -name libjanus_videoroom.so | head -n 1)")")

getent group "$group" > /dev/null || groupadd --system "$group"
id janus > /dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin --gid "$group" janus

umask 077
mkdir -p "$config"
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
[ -s "$secrets" ] || printf 'API_SECRET=%s\nADMIN_KEY=%s\nADMIN_SECRET=%s\n' "$(random)" "$(random)" "$(random)" > "$secrets"
. "$secrets"

mapping=
[ -z "$announced" ] || mapping="nat_1_1_mapping = \"$announced\""
case "$recordings" in /home/* | /root/*) protect_home=no ;; *) protect_home=yes ;; esac
fill() {
  sed -e "s|@CONFIG@|$config|g" -e "s|@LIBRARY@|$library|g" -e "s|@API_SECRET@|$API_SECRET|" -e "s|@ADMIN_KEY@|$ADMIN_KEY|" \
    -e "s|@ADMIN_SECRET@|$ADMIN_SECRET|" -e "s|@EVENT_LOOPS@|$(nproc)|" -e "s|@RTP_PORTS@|$ports|" -e "s|@ADDRESS@|$address|" \
    -e "s|@NAT_MAPPING@|$mapping|" -e "s|@API_ADDRESS@|127.0.0.1|" -e "s|@API_PORT@|8188|" -e "s|@GROUP@|$group|" \
    -e "s|@RECORDINGS@|$recordings|" -e "s|@PROTECT_HOME@|$protect_home|" "$here/$1"
}
for file in janus.jcfg janus.plugin.videoroom.jcfg janus.transport.websockets.jcfg; do fill "$file" > "$config/$file"; done
chown -R root:"$group" "$config"
chmod 750 "$config"
chmod 640 "$config"/*.jcfg

# New folders keep the group, so that the platform reads and deletes what Janus writes.
install -d -m 2770 -o janus -g "$group" "$recordings"

install -d -m 755 /etc/systemd/system/janus.service.d
(umask 022; fill override.conf > /etc/systemd/system/janus.service.d/shuyuan.conf)
if [ -d /run/systemd/system ]; then
  systemctl unmask janus.service
  systemctl daemon-reload
  systemctl enable janus.service
  systemctl restart janus.service
else
  echo "There is no systemd here. Start it by: janus -o -F $config -C $config/janus.jcfg" >&2
fi

cat << END

For the platform's .env (its account must be in the group $group; start it again afterwards):

LIVE_ENGINE=janus
JANUS_URL=ws://127.0.0.1:8188
JANUS_API_SECRET=$API_SECRET
JANUS_ADMIN_KEY=$ADMIN_KEY
JANUS_RECORDINGS=$recordings

Let UDP $ports through the firewall to ${announced:-$address}.
END
