"""OpenSpiel's own tests and searchers, for every game there is."""

import unittest
from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the extra `research` has it")

import numpy as np
import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from darsena.envs import openspiel

flags.FLAGS.mark_as_parsed()
every_name = pytest.mark.parametrize("name", openspiel.NAMES)
in_turns = pytest.mark.parametrize(
    "name",
    [
        name
        for name in openspiel.NAMES
        if pyspiel.load_game(name).get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    ],
)


def passes(tests):
    """Run tests of theirs, and show what fails."""
    suite = unittest.TestSuite(tests)
    assert suite.countTestCases()
    result = unittest.TestResult()
    suite.run(result)
    assert result.wasSuccessful(), [*result.errors, *result.failures][0][1]


@every_name
def test_random_games_are_simulated(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        turns = pyspiel.convert_to_turn_based(game)
        pyspiel.random_sim_test(turns, num_sims=1, serialize=True, verbose=False)


@every_name
def test_their_simulations_pass_with_any_number_of_players(name):
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    found = unittest.defaultTestLoader.loadTestsFromTestCase(GamesSimTest)
    passes(test for test in found if test.id().endswith(name))


@every_name
def test_their_api_is_kept(name):
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["test", f"--test_only_games={name}$"])
    passes([api_test.load_tests(unittest.defaultTestLoader, (), None)])


@every_name
def test_a_playthrough_replays(name, tmp_path):
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"{name}(longest=8)", None, seed=7))
    before, after = generate_playthrough.replay(file)
    assert before == after


def advanced(game, moves, seed):
    """A game some random moves on, at a decision."""
    state, rng = game.new_initial_state(), Random(seed)
    while moves > 0 or state.is_chance_node():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves -= 1
    return state


@in_turns
def test_mcts_finds_a_move(name):
    game = pyspiel.load_game(name)
    state, rng = advanced(game, 3, 1), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


@in_turns
def test_ismcts_thinks_in_imagined_worlds(name):
    game = pyspiel.load_game(name)
    state, rng = advanced(game, 3, 1), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.4, max_simulations=8, random_state=rng)
    assert bot.step(state) in state.legal_actions()


@in_turns
def test_another_world_looks_and_is_remembered_the_same(name):
    game = pyspiel.load_game(name)
    for seed in range(5):
        state = advanced(game, seed, seed)
        player = state.current_player()
        other = state.resample_from_infostate(player, Random(seed).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        move = Random(seed).choice(state.legal_actions())
        state.apply_action(move)
        assert other.observation_string(player) != state.observation_string(player) or state.is_chance_node()


@every_name
def test_information_states_tell_different_pasts_apart(name):
    """The same view after another past is another information state, and the same past the same one."""
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        pytest.skip("its views tell the whole past")
    one, other, again = advanced(game, 2, 1), advanced(game, 2, 2), advanced(game, 2, 1)
    assert one.information_state_string(0) == again.information_state_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


@every_name
def test_a_game_too_long_ends_without_a_winner(name):
    game, rng = pyspiel.load_game(f"{name}(longest=1)"), Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(game.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert state.is_terminal()
    assert set(state.returns()) == {0.0}


@every_name
def test_parameters_are_players_and_options(name):
    kind = pyspiel.load_game(name).get_type()
    game = pyspiel.load_game(name, {"players": kind.max_num_players})
    assert game.num_players() == kind.max_num_players
    assert game.new_initial_state().get_game().num_players() == kind.max_num_players
