#!/usr/bin/env bash
# Compiles the subjects and runs them on a plain JVM: every twin must be clean, and every subject with a bug must at
# least run (it may fail in any way, but hang only if its bug is a deadlock or a livelock).
#
# usage: subjects/check.sh [output directory, default target/subjects]
#
# JDKs come from FRAY_JDKS (homes, separated by colons), else JAVA_HOME, else the javac on the PATH. One of them has to
# have a compiler; programs for a newer JDK are compiled if there is a compiler for it, and run where they can.
# RUNS (default 20) is how often each twin runs, JOBS (default 2) how many JVMs run at a time.
set -euo pipefail

readonly TWIN_LIMIT_SECONDS=60
readonly BUG_LIMIT_SECONDS=5
readonly RUNS=${RUNS:-20}
readonly JOBS=${JOBS:-2}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
classes=${1:-$here/../target/subjects}
mkdir -p "$classes"
classes=$(cd "$classes" && pwd)
results=$classes/results.txt

die() {
  echo "check.sh: $*" >&2
  exit 2
}

jdk_homes() {
  if [[ -n ${FRAY_JDKS:-} ]]; then
    tr ':' '\n' <<<"$FRAY_JDKS" | sed '/^$/d'
  elif [[ -n ${JAVA_HOME:-} ]]; then
    echo "$JAVA_HOME"
  else
    local javac
    javac=$(command -v javac) || die "no JDK: set FRAY_JDKS or JAVA_HOME, or put javac on the PATH"
    dirname "$(dirname "$(readlink -f "$javac")")"
  fi
}

# The feature version of the JVM in a home: 17, 21, 25, ...
feature() {
  "$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = //p'
}

# compile <release> <source directory>: with the first JDK that has a compiler for the release, or not at all.
compile() {
  local release=$1 sources=$2 home
  for home in "${homes[@]}"; do
    if [[ -x $home/bin/javac ]] && (($(feature "$home") >= release)); then
      find "$sources" -name '*.java' -print0 |
        xargs -0 "$home/bin/javac" --release "$release" -XDignore.symbol.file -nowarn -cp "$classes" -d "$classes"
      return
    fi
  done
  return 1
}

# Prints "class twin bug min_jdk" for each subject.
subjects() {
  awk -F' = ' '
    function flush() { if (class != "") print class, ok, bug, jdk }
    /^\[\[subject\]\]/ { flush(); class = ok = bug = ""; jdk = 17; next }
    { gsub(/"/, "", $2) }
    $1 == "class" { class = $2 }
    $1 == "ok" { ok = $2 }
    $1 == "bug" { bug = $2 }
    $1 == "min_jdk" { jdk = $2 }
    END { flush() }
  ' "$here/subjects.toml"
}

# run_one <java> <classes> <seconds> <class>: sets status (124 is a hang) and complaint (standard error but for the
# warnings with which newer JVMs greet Unsafe).
run_one() {
  status=0
  complaint=$(timeout -k 5 "$3" "$1" -ea -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$2" "$4" 2>&1 >/dev/null) ||
    status=$?
  complaint=$(grep -v '^WARNING: ' <<<"$complaint" || true)
}

check_twin() {
  local java=$1 classes=$2 class=$3 runs=$4 limit=$5 run
  for ((run = 1; run <= runs; run++)); do
    run_one "$java" "$classes" "$limit" "$class"
    if ((status != 0)) || [[ -n $complaint ]]; then
      echo "FAIL twin $class, run $run with $java: exit status $status, ${complaint:0:500}"
      return
    fi
  done
  echo "ok twin $class"
}

check_bug() {
  local java=$1 classes=$2 class=$3 bug=$4 limit=$5
  run_one "$java" "$classes" "$limit" "$class"
  case $status in
    0 | 1) echo "ok subject $class" ;;
    124 | 137)
      if [[ $bug == deadlock || $bug == livelock ]]; then
        echo "ok subject $class (hangs)"
      else
        echo "FAIL subject $class with $java: hangs, and its bug is $bug"
      fi
      ;;
    *) echo "FAIL subject $class with $java: exit status $status, ${complaint:0:500}" ;;
  esac
}

export -f run_one check_twin check_bug

mapfile -t homes < <(jdk_homes)
((${#homes[@]} > 0)) || die "no JDK found"

# Classes of programs that are gone must not hide that they are.
for package in "$here"/src/main/java*/*/; do
  rm -rf "${classes:?}/$(basename "$package")"
done
compile 17 "$here/src/main/java" || die "no JDK with a compiler for Java 17 or later"
compile 21 "$here/src/main/java21" || echo "no compiler for Java 21: its subjects are left out"

# A program that is not in the table would never be used.
while read -r file; do
  name=$(basename "$(dirname "$file")").$(basename "$file" .java)
  grep -q "= \"$name\"" "$here/subjects.toml" || die "$name is not in subjects.toml"
done < <(grep -rl 'public static void main' "$here/src/main")

for home in "${homes[@]}"; do
  version=$(feature "$home")
  while read -r class ok bug min_jdk; do
    if ((version < min_jdk)) || [[ $min_jdk == 21 && ! -d $classes/prim21 ]]; then
      continue
    fi
    for name in "$class" "$ok"; do
      [[ -f $classes/${name//.//}.class ]] || die "subjects.toml names $name, which does not exist"
    done
    printf '%s\0' check_twin "$home/bin/java" "$classes" "$ok" "$RUNS" "$TWIN_LIMIT_SECONDS"
    printf '%s\0' check_bug "$home/bin/java" "$classes" "$class" "$bug" "$BUG_LIMIT_SECONDS"
  done < <(subjects)
done | xargs -0 -n 6 -P "$JOBS" bash -c '"$@"' check.sh >"$results"

awk '/^ok twin/ { twins++ } /^ok subject/ { subjects++ }
  END { printf "%d twins clean, %d subjects runnable\n", twins, subjects }' "$results"
if grep '^FAIL' "$results"; then
  exit 1
fi
