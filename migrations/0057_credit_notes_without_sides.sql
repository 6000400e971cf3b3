-- Debits and credits say the sign of an amount themselves. Credit notes with the opposite signs would repeat what they take back.
update accounting_profile
set draft = jsonb_set(draft, '{hasCreditNotes}', 'false')
where (draft ->> 'hasCreditNotes')::boolean
  and (draft ->> 'layout' = 'balancedLines'
       or draft -> 'lineColumns' @> '[{"source": "debit"}]' or draft -> 'lineColumns' @> '[{"source": "credit"}]');
