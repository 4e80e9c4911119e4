"""The first lesson: winning, overbidding, coming second, sharing, and the end."""

from __future__ import annotations

from ...core.game import say
from ...core.lesson import Lesson, Step
from .rules import State

LESSON = Lesson(
    names=("Bo", "Cleo"),
    steps=(
        Step(
            say(
                "Three ships, ten bananas each. Every round one crate is sold; it holds as many bananas as the "
                "fullest ship. When somebody has 200, the fullest ship wins."
            ),
            then=("1 bid 11", "2 bid 6"),
        ),
        Step(
            say(
                "Everybody writes one secret bid. The highest takes the crate, but pays the gap to the next bid to "
                "whoever wrote that one. Bo and Cleo have sealed theirs. Write 14 and seal it."
            ),
            ("bid 14",),
            say("You take the crate of 10 and pay the gap: 14 less 11 is 3, to Bo. Not your bid, only the gap!"),
            ("1 bid 2", "2 bid 5"),
        ),
        Step(
            say(
                "You have 17, so the next crate holds 17. Why not bid sky-high? Because the gap must be paid: with "
                "17 on board and 17 from the crate you can pay 34. Try it once: bid 60."
            ),
            ("bid 60",),
            say(
                "The gap was 60 less 5, which is 55: more than you could pay. You are out of this auction and your "
                "whole stock is lost; the next highest, Cleo, wins instead. "
                "(With only two players one keeps the stock.)"
            ),
            ("1 bid 40", "2 bid 8"),
        ),
        Step(
            say(
                "Your ship is empty, but you are still in the game. Coming second pays: the winner’s gap goes to "
                "you. Bo likes high bids and can pay 40. Stay below him, far enough that the gap is rich, but above "
                "Cleo: bid 20."
            ),
            ("bid 20",),
            say("Bo has won the crate and paid you 40 less 20, so 20 bananas. Without a single banana on board!"),
            ("1 bid 30", "2 bid 12"),
        ),
        Step(
            say(
                "Equal highest bids share the crate, and nobody pays a gap. You have a feeling that Bo writes 30: "
                "bid 30 too."
            ),
            ("bid 30",),
            say("Half the crate for each of you. Bananas that do not divide fall into the water."),
        ),
        Step(
            say(
                "Many rounds later. You carry 150, Bo 90, Cleo 60, and the crate holds 150. You may pay a gap of 100 "
                "and still reach 200. Bo will write about 120: bid between 121 and 200 and bring it home."
            ),
            tuple([f"bid {amount}" for amount in range(121, 201)]),
            say("That is the game: guess what the others write, win by little, and let others pay for their courage."),
            at=State((150, 90, 60), (None, 120, 60)),
        ),
    ),
)
