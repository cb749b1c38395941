"""Print how many puzzles there are: `python -m tests.make_counts`."""

import engine
from engine import puzzles


def main() -> None:
    """Print the table."""
    print(f"| game | {' | '.join(puzzles.DIFFICULTIES)} |\n|---|{'--:|' * len(puzzles.DIFFICULTIES)}")
    for slug in engine.games():
        counts = [len(puzzles.of(slug, difficulty)) for difficulty in puzzles.DIFFICULTIES]
        print(f"| {slug} | {' | '.join(map(str, counts))} |")


if __name__ == "__main__":
    main()
