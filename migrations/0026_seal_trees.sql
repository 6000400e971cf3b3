-- Seals with a tree. The hash of a seal so far lists the last facts of all subjects, so it can be computed only with the facts of
-- all companies. An audit pack proves the facts of one payment alone: its place in the tree, and the hashes next to its way to the
-- root. The hash of a seal with a root is computed from the root (docs/facts.md). Earlier seals keep their form.

alter table fact_seal add column root bytea check (length(root) = 32);
