# shellcheck shell=sh
# Sourced by other scripts. Brings the worktree `$1` to the state of this tree, with uncommitted changes but without untracked files. It
# is reused at the same path, so that only changed files are built again.
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
