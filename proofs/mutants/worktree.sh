# shellcheck shell=sh
# Sourced. The worktree `$1` as this one is now, with what is changed here and not committed, but without files that git does not know.
# Its path stays, so that only what differs is built again.
worktree() {
    changed=$(git -c user.name=mutants -c user.email=mutants@localhost stash create)
    commit=${changed:-$(git rev-parse HEAD)}
    mkdir -p "$(dirname "$1")"
    git worktree prune
    if [ -e "$1/.git" ]; then
        git -C "$1" checkout --quiet --force --detach "$commit"
    else
        git worktree add --quiet --force --detach "$1" "$commit"
    fi
}
