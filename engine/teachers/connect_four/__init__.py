"""What can be proven and told of Connect Four because stones fall."""

from engine.teachers.connect_four.teacher import ConnectFourTeacher

__all__ = ["ConnectFourTeacher"]
