"""What a message shows of a board."""

from bot.playground.things import Json


def components(node: object) -> int:
    """How many components there are in a message, those inside others included."""
    if isinstance(node, list):
        return sum(map(components, node))
    return 1 + components(node.get("components", [])) if isinstance(node, dict) else 0


def board_rows(message: Json) -> list[list[str]]:
    rows = [row for row in message["components"][0]["components"] if row["type"] == 1]
    labels = [[button["label"] for button in row["components"] if is_cell(button)] for row in rows]
    return [row for row in labels if row]


def is_cell(button: Json) -> bool:
    return bool(button["custom_id"].startswith("m:"))


def pictures(node: Json) -> list[Json]:
    """Every picture that a message shows in its layout."""
    inside = [picture for child in node.get("components", ()) for picture in pictures(child)]
    return [*node.get("items", ()), *inside]
