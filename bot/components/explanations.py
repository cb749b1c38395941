"""Explanations: how they look in a message, and the button that asks for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.parts import Layout
from bot.components.press import Press, asker_of
from bot.rendering import trees
from bot.services import explain
from bot.words import explanations

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Explanation, Question
    from bot.words.language import Reader

_TREE = "tree.png"


async def post(interaction: Interaction, asking: Awaitable[Question], *, is_public: bool = False) -> None:
    """Answer a question with an explanation, for the person alone unless it is public."""

    async def answer(reader: Reader) -> Layout:
        context = interaction.client.context
        explanation = await explain.answer(context, await asking)
        drawing = context.studio.draw(interaction.user.id, _explained, reader, explanation)
        components, files = await drawing
        return Layout(*components, accent=parts.RUNNING, files=files)

    await messages.post_answer(interaction, answer, is_public=is_public)


def _explained(reader: Reader, explanation: Explanation) -> tuple[list[Component], dict[str, bytes]]:
    """Return the components of an explanation, and the pictures that they show.

    The picture of what every move is worth is at the top, and at the bottom the tree, if there is one.
    """
    language, match, analysis = reader.language, explanation.match, explanation.analysis
    last, seat = match.move_to(explanation.ply), match.seat_seen_by(reader.user_id)
    shown, files = positions.picture(language, analysis.state, last, analysis, seat=seat)
    components = [shown, parts.text(explanations.format_explanation(language, explanation))]
    if (tree := explanation.tree) is not None:
        components.append(parts.text(explanations.tree_key(language, explanation, tree)))
        components.append(parts.gallery(_TREE, explanations.tree_alt_text(language, tree)))
        files = {**files, _TREE: trees.render_tree(language, tree)}
    return components, files


class ExplainButton(Press, kind="e", numbers=1):
    """Explain: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately what every move is worth."""
        context, [match_id] = interaction.client.context, self.numbers
        await post(interaction, explain.by_match(context, asker_of(interaction), match_id))
