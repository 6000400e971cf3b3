-- A connection to the database waits for a primary: HAProxy itself would close it at once where no server is up.
-- 2.5 s in all: the program gives up after 3 (server/src/database/pool.rs), and whoever paid asks again.
core.register_action("wait_for_primary", { "tcp-req" }, function(txn)
    for _ = 1, 50 do
        if txn.f:nbsrv("primary") > 0 then return end
        core.msleep(50)
    end
end)
