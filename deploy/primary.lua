-- Lets a connection to the database wait for a primary; HAProxy itself would close it immediately if no server is up.
-- It waits at most 2.5 s: the program gives up after 3 (server/platform/src/database/pool.rs), and the client retries. A connection that its
-- client has closed is dropped: otherwise a new primary first had to accept all abandoned ones.
core.register_action("wait_for_primary", { "tcp-req" }, function(txn)
    for _ = 1, 50 do
        if txn.f:nbsrv("primary") > 0 then return end
        if not txn.req:may_recv() then return act.ABORT end
        core.msleep(50)
    end
end)
