#!/usr/bin/env bash
# `npm ci && npm start` and `npm ci && npm test` on a bare Debian with nothing but Node 20 and npm: as a user, as root,
# and as root with the rights of a container, in a clone in a folder that only root may enter. In none of them user
# namespaces are allowed. See README.md.
set -euo pipefail

usage() {
  cat <<'END'
tests/bare-root/run.sh [--root FOLDER] [--as user,root,container] [--only start|test] [--npm VERSION] [-- FILTER ...]
  --root    where the system is made, or was made before; a new folder under /tmp by default, removed at the end
  --as      who tries it; all three by default
  --only    one of the two commands; both by default
  --npm     another npm than this machine's, such as 10.8.2, which Node 20 comes with
  FILTER    passed on, as `npm test -- FILTER ...`; nothing by default
PORT (3000) is where the product listens.
END
}

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
root='' who=user,root,container only='' npm_version='' port=${PORT:-3000}
arguments=("$@")
while [ $# -gt 0 ]; do
  case $1 in
    --root) root=$(realpath -m "$2"); shift 2 ;;
    --as) who=$2; shift 2 ;;
    --only) only=$2; shift 2 ;;
    --npm) npm_version=$2; shift 2 ;;
    --) shift; break ;;
    -h | --help) usage; exit ;;
    *) usage >&2; exit 2 ;;
  esac
done

if [ "$(id -u)" != 0 ]; then echo 'Making a system needs root.' >&2; exit 2; fi
if ! command -v debootstrap > /dev/null; then echo 'debootstrap is missing: apt-get install debootstrap' >&2; exit 2; fi
# Mounts and processes of its own: whatever happens, nothing of it is left.
if [ -z "${BARE_ROOT_INSIDE:-}" ]; then
  BARE_ROOT_INSIDE=1 exec unshare --mount --pid --fork --kill-child "${BASH_SOURCE[0]}" ${arguments[@]+"${arguments[@]}"}
fi

if [ -z "$root" ]; then
  root=$(mktemp -d /tmp/bare-root-XXXXXX)
  trap 'umount -R "$root"/{dev,proc} 2> /dev/null; rm -rf --one-file-system "$root"' EXIT
fi

# The Node and npm of this machine, not the ones that `npm ci` brings.
PATH=$(tr : '\n' <<< "$PATH" | grep -v node_modules | paste -sd :)
node=$(readlink -f "$(command -v node)")
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")

# A folder with anything else in it is left alone.
if [ ! -e "$root/.bare-root" ]; then
  if [ -n "$(ls -A "$root" 2> /dev/null)" ]; then echo "$root is not empty." >&2; exit 2; fi
  mkdir -p "$root"
  chmod 755 "$root"
  echo "Making a system in $root ..."
  debootstrap --variant=minbase bookworm "$root" > "$root.log" 2>&1 || { tail -5 "$root.log" >&2; exit 1; }
  rm -f "$root.log"
  chroot "$root" useradd --create-home --uid 1000 user
  touch "$root/.bare-root"
fi
rm -rf "$root/usr/local/lib/node_modules/npm"
mkdir -p "$root/usr/local/"{bin,lib/node_modules}
cp "$node" "$root/usr/local/bin/node"
if [ -n "$npm_version" ]; then
  npm=$(mktemp -d "$root/tmp/npm-XXXXXX")
  (cd "$npm" && npm pack --silent "npm@$npm_version" && tar -xzf npm-*.tgz --strip-components=1 && rm npm-*.tgz)
  chmod 755 "$npm"
fi
cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"

# How this machine reaches its registry. None of it is kept anywhere else.
certificates=$(npm config get cafile)
environment=(PATH=/usr/local/bin:/usr/bin:/bin "PORT=$port" "npm_config_registry=$(npm config get registry)")
if [ -f "$certificates" ]; then environment+=("npm_config_cafile=$certificates"); fi
for name in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS; do
  if [ -n "${!name:-}" ]; then environment+=("$name=${!name}"); fi
done
for file in "${NODE_EXTRA_CA_CERTS:-}" "$certificates"; do
  if [ -f "$file" ]; then install -D -m 644 "$file" "$root$file"; fi
done

mkdir -p "$root/proc" "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 dev "$root/dev"
for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"; done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
# As large as in a container.
mount -t tmpfs -o mode=1777,size=64m shm "$root/dev/shm"

# What a container's root may do by default.
container_rights=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap

# Runs a command in the clone of $1.
inside() {
  local as=$1; shift
  local rights=()
  case $as in
    user) rights=(setpriv --reuid 1000 --regid 1000 --clear-groups) ;;
    root) rights=(env) ;;
    container) rights=(setpriv --bounding-set "$container_rights") ;;
  esac
  chroot "$root" env -i "${environment[@]}" HOME="$(home "$as")" "${rights[@]}" sh -c 'cd "$0" && exec "$@"' "$(clone "$as")" "$@"
}
home() { if [ "$1" = user ]; then echo /home/user; else echo /root; fi; }
clone() { case $1 in user) echo /home/user/app ;; root) echo /srv/app ;; container) echo /root/app ;; esac; }

# Starts the product, waits for its ready line, asks for its pages. Sets $started.
start() {
  local as=$1 log=$2
  inside "$as" npm start > "$log" 2>&1 &
  started=$!
  for ((waited = 0; waited < 600; waited++)); do
    if grep -q 'Ready at' "$log"; then break; fi
    if ! kill -0 "$started" 2> /dev/null; then break; fi
    sleep 1
  done
  if ! grep -q 'Ready at' "$log"; then tail -20 "$log" >&2; return 1; fi
  inside "$as" node --eval "
    for (const path of ['/', '/readyz', '/auth/agent-portal/login'])
      fetch('http://127.0.0.1:$port' + path).then(({ status }) => { console.log(path, status); if (status !== 200) process.exit(1); }, (error) => { console.error(error); process.exit(1); });"
}

# The processes of a name in here, as pid and user id.
processes() {
  for entry in "$root"/proc/[0-9]*; do
    if [ "$(cat "$entry/comm" 2> /dev/null)" = "$1" ]; then echo "${entry##*/} $(stat -c %u "$entry")"; fi
  done
}
# The server itself: npm and its shell do not hand on every signal.
servers() {
  for entry in "$root"/proc/[0-9]*; do
    if tr '\0' ' ' 2> /dev/null < "$entry/cmdline" | grep -q 'scripts/start\.js'; then
      if ! [[ $(tr '\0' ' ' < "$entry/cmdline") =~ ^(npm|sh) ]]; then echo "${entry##*/}"; fi
    fi
  done
}

try_start() {
  local as=$1 log=$root/tmp/start-$1.log
  start "$as" "$log"
  if processes postgres | awk '$2 == 0' | grep -q .; then echo 'PostgreSQL runs as root.' >&2; return 1; fi
  echo "PostgreSQL runs as user $(processes postgres | awk 'NR == 1 { print $2 }')."
  # After a crash it goes on with the database server that was left, and after an orderly stop nothing is left.
  kill -9 $(servers); wait "$started" || true
  start "$as" "$log.again"
  if ! grep -q 'Going on with the database server' "$log.again"; then cat "$log.again" >&2; echo 'The database server that was left running was not found again.' >&2; return 1; fi
  kill -TERM $(servers); wait "$started" || true
  if processes postgres | grep -q .; then echo 'PostgreSQL was left behind.' >&2; return 1; fi
}

result=0
for as in ${who//,/ }; do
  echo "== $as, in $(clone "$as")"
  if inside "$as" unshare --user true 2> /dev/null; then echo 'User namespaces are allowed here, so this would prove less than it says.' >&2; exit 1; fi
  rm -rf "${root:?}$(clone "$as")"
  git clone --quiet --no-hardlinks "file://$repository" "$root$(clone "$as")"
  if [ "$as" = user ]; then chown -R 1000:1000 "$root/home/user"; fi
  begun=$SECONDS
  if ! inside "$as" npm ci; then echo "FAILED: $as, npm ci"; result=1; continue; fi
  echo "npm ci: $((SECONDS - begun)) s"
  if [ "$only" != test ]; then
    if (try_start "$as"); then echo "PASSED: $as, npm start"; else echo "FAILED: $as, npm start"; result=1; fi
  fi
  if [ "$only" != start ]; then
    if inside "$as" npm test -- "$@"; then echo "PASSED: $as, npm test"; else echo "FAILED: $as, npm test"; result=1; fi
  fi
done
exit $result
