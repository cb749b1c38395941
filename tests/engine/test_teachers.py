"""What is taught of a game of which nobody has told more: what its family knows, or what any rules show."""

import engine
from engine.teacher import Teacher, get_teacher
from engine.teachers.sowing import SowingTeacher
from engine.teachers.sowing_kinds import SowingKind
from tests.engine.test_new_game import Matches


def test_game_without_a_teacher_has_the_general_one() -> None:
    teacher, state = get_teacher(Matches()), Matches().initial()
    analysis = engine.analyse(state)
    assert type(teacher) is Teacher
    assert (*teacher.remarks(state, 1), *teacher.motives(state, 1)) == ()
    assert (*teacher.explain(analysis, analysis.moves[0]),) == ()


def test_family_teaches_what_seeds_alone_show() -> None:
    teacher = SowingTeacher(engine.game("kalah"))
    analysis = engine.analyse(teacher.game.initial(), depth=4)
    told = {remark.kind for move in analysis.moves for remark in teacher.explain(analysis, move)}
    assert told
    assert all(isinstance(kind, SowingKind) for kind in told)
    assert teacher.rows == {}


def test_every_game_here_has_a_teacher_of_its_own() -> None:
    taught = {type(get_teacher(engine.game(slug))) for slug in engine.games()}
    assert Teacher not in taught
