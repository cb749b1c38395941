-- Compatible with the version before.
-- A refused drawing took the deadline off votes that were open, so they never closed. The deadline is set again, as far as
-- it is known: to the pace after the first vote.

UPDATE matches
   SET due_at = pace - coalesce((SELECT lost FROM awake WHERE id = 1), 0)
              + (SELECT min(voted_at) FROM votes
                  WHERE match_id = matches.id AND ply = (SELECT count(*) FROM moves WHERE match_id = matches.id))
 WHERE result IS NULL AND due_at IS NULL AND pace IS NOT NULL AND id IN (SELECT match_id FROM together)
   AND CASE to_move WHEN 0 THEN first_id ELSE second_id END = 0;
