-- A row in every table of version 36, for both databases.

INSERT INTO matches (id, game, guild_id, channel_id, message_id, first_id, second_id, level, result, created_at, touched_at, to_move, is_drawn, is_helped, origin_id, origin_ply, seed, manner, pace, due_at, is_rated, offer, offered_by, changes, is_reminded, ended_at, strength, fingerprint, asked, parent_id, gone_at) VALUES
    (1, 'tic-tac-toe', 7, 70, 9, 101, 102, NULL, NULL, 1.5, 2.5, 0, 1, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, NULL, NULL, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL),
    (2, 'oware', 7, 71, 9, NULL, 103, 'hard', NULL, 1.5, 2.5, 0, 1, 0, NULL, NULL, 0, NULL, NULL, NULL, 1, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL),
    (3, 'oware', 7, 72, 9, NULL, 103, 'hard', 'first', 1.5, 2.5, 0, 1, 0, NULL, NULL, 0, 'rules', NULL, NULL, 1, NULL, NULL, 0, 0, 2.5, 1900.5, 7, NULL, NULL, NULL),
    (4, 'oware', 7, 72, 9, NULL, 103, 'hard', NULL, 1.5, 2.5, 0, 1, 0, NULL, NULL, 0, NULL, NULL, NULL, 1, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL),
    (5, 'oware', 7, 72, 9, 103, NULL, 'hard', NULL, 1.5, 2.5, 0, 0, 1, 3, 0, 7, 'time', 60, 99.5, 1, 'draw', 0, 3, 0, NULL, NULL, NULL, 'draw:0:2', 72, 9.5),
    (6, 'oware', 7, 73, NULL, 0, NULL, 'hard', NULL, 1.5, 2.5, 0, 1, 0, NULL, NULL, 0, NULL, 60, 59.5, 0, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO moves (match_id, ply, action) VALUES
    (1, 0, 4),
    (1, 1, 0);
INSERT INTO findings (id, match_id, ply, seconds, moves) VALUES
    (1, 5, 0, 0.9, '[[0, 0, 2, true, [0, 1], null, false]]');
INSERT INTO accuracies (user_id, touched_at, match_id, accuracy) VALUES
    (103, 2.5, 3, 81.5);
INSERT INTO together (match_id, opener_id, shows_votes, is_explained, ballots) VALUES
    (6, 103, 0, 1, 1);
INSERT INTO votes (match_id, ply, user_id, action, number, voted_at) VALUES
    (6, 0, 103, 4, 1, 2.5);
INSERT INTO invitations (id, game, guild_id, channel_id, inviter_id, invitee_id, created_at, fate, match_id, is_rated, closed_at, message_id, parent_id) VALUES
    (1, 'tic-tac-toe', 7, 70, 101, 102, 1.5, NULL, NULL, 0, NULL, NULL, NULL),
    (3, 'oware', 7, 72, 101, 103, 1.5, 'accepted', 5, 0, 2.5, 9, 72);
INSERT INTO blocks (blocker_id, blocked_id) VALUES
    (101, 0);
INSERT INTO standings (game, guild_id, versus, user_id, wins, draws, losses) VALUES
    ('tic-tac-toe', 0, 'people', 101, 3, 0, 0);
INSERT INTO ratings (user_id, game, board, rating, deviation, volatility, matches, streak, best_streak, rated_at) VALUES
    (103, 'oware', 'maxine', 1400.5, 300.5, 0.06, 1, 0, 0, 2.5);
INSERT INTO rating_changes (match_id, user_id, board, game, rated_at, rating_before, deviation_before, rating_after, deviation_after, volatility_after) VALUES
    (3, 103, 'maxine', 'oware', 2.5, 1500.0, 350.0, 1400.5, 300.5, 0.06);
INSERT INTO rankings (user_id, board, game, guild_id, period, wins, draws, losses, rung, score, deviation, streak) VALUES
    (101, 'puzzles', '', 0, 'all', 0, 0, 0, 378, 1512.5, 90.0, 1),
    (101, 'puzzles', '', 7, 'all', 0, 0, 0, 378, 1512.5, 90.0, 1),
    (103, 'maxine', 'oware', 7, 'all', 0, 0, 1, NULL, 1400.5, 300.5, 0),
    (103, 'maxine', 'oware', 7, '2026-11', 0, 1, 1, 1, 0.0, 0.0, 0);
INSERT INTO races (id, guild_id, channel_id, owner_id, begun_at, ends_at, is_open, drawn, is_weekly, first_at, next_at) VALUES
    (1, 7, 74, 101, 1.5, 9.5, 1, 0, 1, 1.5, 604801.5);
INSERT INTO race_puzzles (race_id, place, game, difficulty, goal, start) VALUES
    (1, 1, 'tic-tac-toe', 'easy', 1, '4 1');
INSERT INTO attempts (id, user_id, guild_id, game, difficulty, goal, start, wished_difficulty, day, actions, mistakes, hints, told, begun_at, fate, ended_at, theme, match_id, free_hints, rating_change, race_id, race_place, tried) VALUES
    (1, 101, 7, 'tic-tac-toe', 'easy', 1, '4 1', 'easy', 20777, '0 8', 1, 2, 0, 1.5, 'solved', 2.5, NULL, NULL, 0, NULL, NULL, NULL, ''),
    (2, 101, 7, 'tic-tac-toe', 'easy', 1, '4 1', 'easy', NULL, '0 8', 1, 2, 0, 1.5, 'solved', 2.5, 'block', 5, 1, 9.5, 1, 1, '8 2');
INSERT INTO shares (attempt_id, channel_id, begun_at) VALUES
    (1, 70, NULL),
    (2, 70, 5.5);
INSERT INTO streaks (user_id, guild_id, last_day, length, longest) VALUES
    (101, 0, 20777, 2, 3);
INSERT INTO solvers (user_id, rating, deviation, volatility, run, longest) VALUES
    (101, 1512.5, 90.0, 0.06, 1, 2);
INSERT INTO rated_puzzles (game, start, rating, deviation, volatility, judged, found) VALUES
    ('tic-tac-toe', '4 1', 1700.0, 90.0, 0.06, 'easy', 'hard');
INSERT INTO rated_by_choice (user_id) VALUES
    (103);
INSERT INTO rating_formula (version) VALUES
    (1);
INSERT INTO tournaments (id, game, guild_id, channel_id, message_id, owner_id, pace, status, created_at, changes, drawn) VALUES
    (1, 'oware', 7, 72, 9, 101, 60, 'running', 1.5, 2, 20000);
INSERT INTO tournament_entrants (tournament_id, number, user_id, level, is_withdrawn) VALUES
    (1, 0, 101, NULL, 0),
    (1, 1, NULL, 'easy', 1);
INSERT INTO tournament_pairings (tournament_id, round, place, first, second, match_id) VALUES
    (1, 1, 0, 0, 1, 5);
INSERT INTO plans (id, guild_id, channel_id, owner_id, game, starts_at, tournament_id, is_begun, is_open, is_drawn) VALUES
    (1, 7, 72, 101, 'oware', 9.5, 1, 0, 1, 1);
INSERT INTO open_reviews (message_id, match_id, channel_id, user_id, language, token, due_at) VALUES
    (77, 3, 72, 101, 'en', 'a-token', 9.5);
INSERT INTO servers (guild_id, met_at, has_threads, shows_votes, time_zone) VALUES
    (7, 2.5, 0, 0, NULL),
    (8, 1.5, 1, 1, 'Europe/Berlin');
INSERT INTO hidden (user_id) VALUES
    (109);
INSERT INTO departures (user_id, race_id, day, ends_at) VALUES
    (110, 1, 0, 9.5);
INSERT INTO command_sync (application_id, digest) VALUES
    (1, 'digest'),
    (2, 'digest');
INSERT INTO awake (id, seen_at, lost) VALUES
    (1, 9.5, 3.0);
INSERT INTO leases (name, holder, until) VALUES
    ('upkeep', 'a process', 5.5);
