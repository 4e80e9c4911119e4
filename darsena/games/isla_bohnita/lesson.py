"""The first lesson: one whole turn, from the front card of the hand to the coins."""

from __future__ import annotations

from ...core.game import say
from ...core.lesson import Lesson, Step

_ROWS = "red red wax chili blue stink green wax chili blue"
_HANDS = ("red soy green", "soy blue stink wax", "blue chili wax green stink")

LESSON = Lesson(
    names=("Bo", "Cleo"),
    start=tuple([f"* draw {bean}" for cards in (_ROWS, *_HANDS) for bean in cards.split()]),
    steps=(
        Step(
            say(
                "You grow beans on two fields, one type on each, and sell them for coins: the more of a type together, "
                "the better the price. The catch: your hand keeps its order, and the front card comes first."
            ),
        ),
        Step(
            say("Phase 1: you must plant the front card. Plant the red bean on field 1."),
            ("plant red 1",),
            say("The field shows its price steps: two red beans bring the first coin."),
        ),
        Step(
            say("You may plant the next card too. Plant the soy bean on field 2."),
            ("plant soy 2",),
            say(
                "Both fields are taken now. The green bean is at the front, and next turn it will have to go "
                "somewhere: think ahead, or trade it away."
            ),
        ),
        Step(
            say("That was all you may plant: turn up 2 cards. That ends phase 1."),
            ("done",),
            say("Two cards were turned up: a black-eyed bean and a red one. They are yours, to plant or to trade."),
            ("* draw blackeyed", "* draw red"),
        ),
        Step(
            say("The red bean fits your field. Plant it on field 1."),
            ("plant red 1",),
            say("Two red beans: the first coin, if you sold them now. Bo has an offer for you."),
            ("1 offer 0 1 - blackeyed",),
        ),
        Step(
            say(
                "The black-eyed bean fits nowhere with you, and you would have to plant it in the end. Bo wants it and "
                "gives a soy bean, which fits your field 2. That is good for both: accept."
            ),
            ("accept 1 soy - blackeyed",),
            say("What you receive never goes into the hand: it has to be planted this turn. Bo has planted already."),
            ("1 plant blackeyed 1",),
        ),
        Step(
            say("Plant the soy bean that you received on field 2."),
            ("plant soy 2",),
            say("Two soy beans bring a coin as well."),
        ),
        Step(
            say(
                "Now the sea. Your ship may sail to a port of the island and take the first card of its row, with "
                "those of the same type behind it. Two red beans lie in front at Bohnbay: sail there and take both."
            ),
            ("sail 1 bohnbay 2",),
            say("Beans aboard wait for a better price, but pirates may come for ships in a home port."),
        ),
        Step(
            say(
                "Two red beans on the field bring 1 coin, and two aboard bring 1. But four together bring 3! Harvest "
                "field 1 onto ship 1."
            ),
            ("load 1 1",),
            say("Four red beans are aboard, and field 1 is free for the green bean that waits in your hand."),
        ),
        Step(
            say("Sell the load of ship 1."),
            ("sell 1",),
            say("Three coins. As many of the cards as you earned are turned over; the fourth is discarded."),
        ),
        Step(
            say("Coins are the score, but they buy things too. For 3 coins there is a third field: buy it."),
            ("buy field",),
            say("Three fields make the order of the hand much easier to bear. It pays when it is bought early."),
        ),
        Step(
            say("Your turn is done: end phase 2. You will draw three cards, which join the back of your hand."),
            ("done",),
            say(
                "That was a whole turn. The game ends when the draw pile has run out for the third time; then the most "
                "coins win. Trade in everybody’s turn, and harvest whenever you like."
            ),
            ("* draw wax", "* draw chili", "* draw green"),
        ),
    ),
)
