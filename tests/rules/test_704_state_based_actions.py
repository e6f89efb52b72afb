"""Rules 704.3 and 704.5: the check of state-based actions and the actions that the reference game knows."""

from __future__ import annotations

from support import obligation, play


@obligation("704.3", 1)
def test_704_3_all_that_apply_are_performed_as_one_event() -> None:
    """Creatures that die in one check see each other die; destroyed in turn only the later one sees the first."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: fox, abilities: [{effect: trigger, name: fox-mourns, when: {event: dies, of: hen}}]}
                - {id: hen, abilities: [{effect: trigger, name: hen-mourns, when: {event: dies, of: fox}}]}
                - {id: cat, abilities: [{effect: trigger, name: cat-mourns, when: {event: dies, of: dog}}]}
                - {id: dog, abilities: [{effect: trigger, name: dog-mourns, when: {event: dies, of: cat}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: fire
                effects: [{effect: damage, amount: 2, to: fox}, {effect: damage, amount: 2, to: hen}]
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: murder
                effects: [{effect: destroy, permanents: [cat]}, {effect: destroy, permanents: [dog]}]
        expect:
          events:
            - {event: state_based_action, rule: "704.5g", subject: fox, step: upkeep}
            - {event: state_based_action, rule: "704.5g", subject: hen, step: upkeep}
            - {event: permanent_left, permanent: fox, to: graveyard, step: upkeep}
            - {event: permanent_left, permanent: hen, to: graveyard, step: upkeep}
            - {event: priority_received, step: upkeep}
          counts:
            - {event: ability_triggered, name: fox-mourns, is: 1}
            - {event: ability_triggered, name: hen-mourns, is: 1}
            - {event: ability_triggered, name: cat-mourns, is: 0}
            - {event: ability_triggered, name: dog-mourns, is: 1}
    """)


@obligation("704.3", 2)
def test_704_3_the_check_is_repeated_until_nothing_is_done_and_nothing_waits() -> None:
    """A death, in the next check the Aura of the dead, then the triggers go on the stack, and only then priority."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}
                - {id: bond, types: [enchantment], subtypes: [aura], attached_to: bear,
                   abilities: [{effect: trigger, name: broken, when: {event: leaves}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: bolt, effects: [{effect: damage, amount: 3, to: bear}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [broken, mourn], priority: A}}
          events:
            - {event: resolved, name: bolt}
            - {event: state_based_action, rule: "704.5g", subject: bear}
            - {event: ability_triggered, name: mourn}
            - {event: state_based_action, rule: "704.5m", subject: bond}
            - {event: ability_triggered, name: broken}
            - {event: put_on_stack, name: mourn}
            - {event: put_on_stack, name: broken}
            - {event: priority_received, player: A}
          counts:
            - {event: priority_received, player: A, step: upkeep, turn: 1, is: 5}
            - {event: state_based_action, is: 2}
    """)


@obligation("704.3", 3)
def test_704_3_the_first_check_of_cleanup_decides_about_its_priority_window() -> None:
    """A state-based action in that check opens the window, in which further checks take place; without any, none."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: frail, toughness: 1}
                - {id: bond, types: [enchantment], subtypes: [aura], attached_to: frail}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: prop
                effects:
                  - {effect: continuous, name: propped, lasts: {until_end_of: turn},
                     modifies: {permanent: frail, toughness: 2}}
                  - {effect: add_counters, permanent: frail, counter: -1/-1}
        expect:
          events:
            - {event: effect_expired, name: propped, turn: 1, step: cleanup}
            - {event: state_based_action, rule: "704.5f", subject: frail, turn: 1, step: cleanup}
            - {event: state_based_action, rule: "704.5m", subject: bond, turn: 1, step: cleanup}
            - {event: priority_received, player: A, turn: 1, step: cleanup}
            - {event: step_began, step: cleanup, turn: 1, rule: "514.3a"}
            - {event: step_began, step: cleanup, turn: 2}
          counts:
            - {event: priority_received, turn: 1, step: cleanup, is: 2}
            - {event: step_began, turn: 1, step: cleanup, is: 2}
            - {event: priority_received, turn: 2, step: cleanup, is: 0}
            - {event: step_began, turn: 2, step: cleanup, is: 1}
    """)


@obligation("704.5a", 1)
def test_704_5a_players_at_0_life_lose_together() -> None:
    """With 1 life left nobody loses; with 0 or less both lose in one check, so the game is a draw."""
    play("""
        game:
          players:
            - {id: A, life: 3}
            - {id: B, life: 2}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: sting, effects: [{effect: lose_life, player: B}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: quake, effects: [{effect: lose_life, count: 3, player: each}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {life: {B: 1}, players_in_game: [A, B]}}
          events:
            - {event: resolved, name: quake}
            - {event: state_based_action, rule: "704.5a", subject: A}
            - {event: state_based_action, rule: "704.5a", subject: B}
            - {event: game_ended, draw: true}
          never:
            - {event: state_based_action, step: upkeep}
          outcome: {draw: true}
    """)


@obligation("704.5a", 1)
def test_704_5a_a_single_player_at_negative_life_loses_alone() -> None:
    """A player at less than 0 life has lost after the gate, and the other player wins."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, life: 2}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: bolt, effects: [{effect: damage, amount: 3, to: B}]}]
        expect:
          events:
            - {event: life_changed, player: B, life: -1}
            - {event: state_based_action, rule: "704.5a", subject: B, step: upkeep}
            - {event: player_lost, player: B}
          never:
            - {event: player_lost, player: A}
          outcome: {winners: [A]}
    """)


@obligation("704.5b", 1)
def test_704_5b_a_draw_from_an_empty_library_loses_before_priority_in_the_draw_step() -> None:
    """The draw step's draw finds no card, and the player has lost before anybody gets priority in that step."""
    play("""
        game:
          players:
            - {id: A, library: 0}
            - {id: B, library: 1}
        expect:
          checks:
            - {at: {turn: 2, step: draw}, that: {library: {A: 0, B: 0}, players_in_game: [A, B]}}
            - {at: {turn: 3, step: upkeep}, that: {players_in_game: [A, B]}}
          events:
            - {event: turn_based_action, action: draw, turn: 3, step: draw}
            - {event: state_based_action, rule: "704.5b", subject: A, turn: 3, step: draw}
            - {event: game_ended, winners: [B], turn: 3, step: draw}
          never:
            - {event: priority_received, turn: 3, step: draw}
          outcome: {winners: [B]}
    """)


@obligation("704.5c", 1)
def test_704_5c_a_player_with_ten_poison_counters_has_lost_after_the_gate() -> None:
    """Nine of infect damage leave the player in the game; the next one makes ten, without any loss of life."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: viper, power: 9, keywords: [infect]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: spit, effects: [{effect: damage, amount: 9, to: B, source: viper}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: bite, effects: [{effect: damage, amount: 1, to: B, source: viper}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {poison: {B: 9}, life: {B: 20}}}
          events:
            - {event: resolved, name: bite}
            - {event: state_based_action, rule: "704.5c", subject: B}
            - {event: game_ended, winners: [A]}
          outcome: {winners: [A]}
    """)


@obligation("704.5d", 1)
def test_704_5d_tokens_off_the_battlefield_cease_to_exist_and_phased_out_ones_stay() -> None:
    """Tokens that die, are exiled or returned are in no zone after the gate; a phased-out token comes back."""
    play("""
        game:
          players:
            - id: A
              hand: 0
              battlefield: [{id: t1, token: true}, {id: t2, token: true}, {id: t3, token: true}, {id: t4, token: true}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: cleanse
                effects:
                  - {effect: destroy, permanents: [t1]}
                  - {effect: exile, permanents: [t2]}
                  - {effect: bounce, permanents: [t3]}
                  - {effect: phase_out, permanents: [t4]}
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {hand: {A: 0}, graveyard: {A: 0},
                     battlefield: {t1: absent, t2: absent, t3: absent, t4: {phased_out: true, token: true}}}
            - {at: {turn: 3, step: upkeep}, that: {battlefield: {t4: {phased_out: false}}}}
          events:
            - {event: permanent_left, permanent: t1, to: graveyard}
            - {event: permanent_left, permanent: t2, to: exile}
            - {event: permanent_left, permanent: t3, to: hand}
            - {event: state_based_action, rule: "704.5d", subject: t1}
            - {event: state_based_action, rule: "704.5d", subject: t2}
            - {event: state_based_action, rule: "704.5d", subject: t3}
            - {event: priority_received, player: A}
          counts:
            - {event: state_based_action, rule: "704.5d", is: 3}
    """)


@obligation("704.5f", 1)
def test_704_5f_toughness_0_puts_into_the_graveyard_without_destroying() -> None:
    """Neither indestructible nor a regeneration shield helps; a creature with toughness 1 stays."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: rock, keywords: [indestructible]}, {id: troll}, {id: ox, toughness: 3}]}
            - {id: B, battlefield: [{id: borrowed, owner: A}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: mend, effects: [{effect: regenerate, permanents: [troll]}]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do:
              - action: cast
                name: wither
                effects:
                  - {effect: add_counters, permanent: rock, counter: -1/-1, count: 2}
                  - {effect: continuous, name: weak, lasts: {until_end_of: turn},
                     modifies: {permanent: troll, toughness: -3}}
                  - {effect: become, permanent: borrowed, toughness: 0}
                  - {effect: add_counters, permanent: ox, counter: -1/-1, count: 2}
        expect:
          checks:
            - at: {turn: 1, step: precombat_main}
              that: {graveyard: {A: 3, B: 0},
                     battlefield: {rock: absent, troll: absent, borrowed: absent, ox: {toughness: 1}}}
          events:
            - {event: resolved, name: wither}
            - {event: state_based_action, rule: "704.5f", subject: rock}
            - {event: state_based_action, rule: "704.5f", subject: troll}
            - {event: state_based_action, rule: "704.5f", subject: borrowed}
            - {event: permanent_left, permanent: rock, to: graveyard}
          never:
            - {event: state_based_action, subject: ox}
    """)


def test_704_5g_lethal_damage_in_the_combat_damage_step_destroys_in_the_next_gate_of_that_step() -> None:
    """A creature that has lethal damage after a combat damage trigger is gone before anybody gets priority again."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: bear
                  abilities: [{effect: trigger, name: recoil, when: {event: deals_combat_damage},
                               effects: [{effect: damage, amount: 2, to: bear}]}]
                - {id: wall, toughness: 3, damage: 2}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
        expect:
          checks:
            - at: {turn: 1, step: combat_damage}
              that: {stack: [recoil], battlefield: {bear: {damage: 0}, wall: {damage: 2}}}
            - {at: {turn: 1, step: combat_damage, nth: 2}, that: {battlefield: {bear: absent, wall: {damage: 2}}}}
          events:
            - {event: damage_dealt, source: bear, to: bear, amount: 2, step: combat_damage}
            - {event: state_based_action, rule: "704.5g", subject: bear, step: combat_damage}
            - {event: permanent_left, permanent: bear, to: graveyard}
            - {event: priority_received, player: A, step: combat_damage}
    """)


@obligation("704.5g", 2)
def test_704_5g_without_damage_nothing_is_destroyed() -> None:
    """A creature with no damage marked stays however small it is; marked damage kills once toughness has sunk to it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: whole}, {id: hurt, damage: 1}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: wither
                effects:
                  - {effect: add_counters, permanent: whole, counter: -1/-1}
                  - {effect: add_counters, permanent: hurt, counter: -1/-1}
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {whole: {toughness: 1, damage: 0}, hurt: absent}}
          events:
            - {event: state_based_action, rule: "704.5g", subject: hurt}
          never:
            - {event: state_based_action, subject: whole}
    """)


def test_704_5g_regeneration_replaces_it_and_indestructible_stays() -> None:
    """With a shield the creature is tapped, healed and stays; an indestructible one keeps its damage."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: troll}, {id: rock, keywords: [indestructible]}, {id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: mend, effects: [{effect: regenerate, permanents: [troll]}]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do:
              - action: cast
                name: fire
                effects: [{effect: damage, amount: 2, to: troll}, {effect: damage, amount: 2, to: rock},
                          {effect: damage, amount: 2, to: bear}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: fire, effects: [{effect: damage, amount: 2, to: troll}]}]
        expect:
          checks:
            - at: {turn: 1, step: precombat_main}
              that: {battlefield: {troll: {tapped: true, damage: 0}, rock: {tapped: false, damage: 2}, bear: absent}}
            - {at: {turn: 1, step: beginning_of_combat}, that: {battlefield: {troll: absent, rock: {damage: 2}}}}
    """)


@obligation("704.5h", 1)
def test_704_5h_deathtouch_damage_counts_for_one_check_only() -> None:
    """1 damage by a deathtouch source destroys in the next gate; what survived that check is not destroyed later."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: snake, keywords: [deathtouch]}
                - {id: giant, toughness: 8}
                - {id: rock, toughness: 8, keywords: [indestructible]}
                - {id: wolf, toughness: 8}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: bite
                effects: [{effect: damage, amount: 1, to: giant, source: snake},
                          {effect: damage, amount: 1, to: rock, source: snake},
                          {effect: damage, amount: 1, to: wolf}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: crumble, effects: [{effect: become, permanent: rock, keywords: []}]}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {giant: absent, rock: {damage: 1}, wolf: {damage: 1}}}
            - {at: {turn: 1, step: precombat_main}, that: {battlefield: {rock: {damage: 1, keywords: []}}}}
          events:
            - {event: resolved, name: bite}
            - {event: state_based_action, rule: "704.5h", subject: giant}
          counts:
            - {event: state_based_action, is: 1}
    """)


def test_704_5h_one_shield_replaces_lethal_and_deathtouch_damage_together() -> None:
    """Two actions that would destroy a creature in one check are one event, which one regeneration shield replaces."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: snake, keywords: [deathtouch]}, {id: troll}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: mend, effects: [{effect: regenerate, permanents: [troll]}]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: bite, effects: [{effect: damage, amount: 2, to: troll, source: snake}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {battlefield: {troll: {tapped: true, damage: 0}}}}
          never:
            - {event: permanent_left, permanent: troll}
    """)


def test_704_5h_a_second_shield_is_not_used_up_by_one_check() -> None:
    """With two shields, lethal deathtouch damage uses up one; the other one is still there for the next time."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: snake, keywords: [deathtouch]}, {id: troll}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: mend
                effects: [{effect: regenerate, permanents: [troll]}, {effect: regenerate, permanents: [troll]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: bite, effects: [{effect: damage, amount: 2, to: troll, source: snake}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: bite, effects: [{effect: damage, amount: 2, to: troll}]}]
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: bite, effects: [{effect: damage, amount: 2, to: troll}]}]
        expect:
          checks:
            - {at: {turn: 1, step: beginning_of_combat}, that: {battlefield: {troll: {tapped: true, damage: 0}}}}
            - {at: {turn: 1, step: end}, that: {battlefield: {troll: absent}}}
    """)


def test_704_5h_a_permanent_that_was_phased_out_during_the_check_is_not_destroyed_later() -> None:
    """Deathtouch damage is looked at in the next check only, also for a creature that was phased out at that time."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: snake, keywords: [deathtouch]}, {id: giant, toughness: 8}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: bite-and-vanish
                effects: [{effect: damage, amount: 1, to: giant, source: snake},
                          {effect: phase_out, permanents: [giant]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: reappear, effects: [{effect: phase_in, permanents: [giant]}]}]
        expect:
          checks:
            - at: {turn: 1, step: beginning_of_combat}
              that: {battlefield: {giant: {phased_out: false, damage: 1}}}
          never:
            - {event: state_based_action}
    """)


@obligation("704.5i", 1)
def test_704_5i_a_planeswalker_without_loyalty_goes_to_the_graveyard() -> None:
    """Damage takes loyalty; at 1 the planeswalker stays, at 0 it is put into the graveyard in the next gate."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 3}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: bolt, effects: [{effect: damage, amount: 2, to: walker}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: bolt, effects: [{effect: damage, amount: 2, to: walker}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {battlefield: {walker: {loyalty: 1}}}}
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {battlefield: {walker: absent}, graveyard: {B: 1}}}
          events:
            - {event: state_based_action, rule: "704.5i", subject: walker, phase: precombat_main}
            - {event: permanent_left, permanent: walker, to: graveyard}
          counts:
            - {event: state_based_action, is: 1}
    """)


@obligation("704.5j", 1)
def test_704_5j_of_legends_of_one_name_each_player_keeps_one_by_choice() -> None:
    """A chooses which of two stays; a legend of that name under B and one of another name coexist with it."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: hero, legendary: Hero}, {id: queen, legendary: Queen}]
            - {id: B, battlefield: [{id: double, legendary: Hero}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: summon, effects: [{effect: create, permanent: {id: twin, legendary: Hero}}]}]
          - at: {turn: 1, decision: choose_legend}
            do:
              - {action: choose, ids: [double], rejected: true}
              - {action: choose, ids: [twin]}
        expect:
          checks:
            - at: {turn: 1, step: precombat_main, nth: 3}
              that: {battlefield: {hero: absent, twin: {controller: A}, queen: {controller: A},
                     double: {controller: B}},
                     graveyard: {A: 1}}
          events:
            - {event: permanent_entered, permanent: twin}
            - {event: state_based_action, rule: "704.5j", subject: hero}
            - {event: permanent_left, permanent: hero, to: graveyard}
            - {event: priority_received, player: A}
          counts:
            - {event: state_based_action, rule: "704.5j", is: 1}
    """)


def test_704_5j_a_phased_out_legend_counts_as_it_phases_in() -> None:
    """A phased-out legend is not there; once it has phased in, its player chooses in the upkeep gate."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield: [{id: hero, legendary: Hero}, {id: shade, legendary: Hero, phased_out: true}]
        script:
          - at: {turn: 2, step: upkeep, decision: choose_legend}
            do: [{action: choose, ids: [shade]}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {hero: {controller: B}, shade: {phased_out: true}}}}
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {hero: absent, shade: {phased_out: false}}}}
          never:
            - {event: state_based_action, turn: 1}
            - {event: state_based_action, turn: 2, step: untap}
    """)


def test_704_5j_the_choice_and_other_actions_are_one_event() -> None:
    """A legend that is kept may die in the same check of its damage: then both are gone at once."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: hero, legendary: Hero}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: rash-summon
                effects: [{effect: create, permanent: {id: twin, legendary: Hero}},
                          {effect: damage, amount: 2, to: hero}]
          - at: {turn: 1, decision: choose_legend}
            do: [{action: choose, ids: [hero]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {battlefield: {hero: absent, twin: absent}}}
          events:
            - {event: state_based_action, rule: "704.5g", subject: hero}
            - {event: state_based_action, rule: "704.5j", subject: twin}
          counts:
            - {event: state_based_action, is: 2}
    """)


@obligation("704.5m", 1)
def test_704_5m_an_aura_attached_to_nothing_goes_to_the_graveyard() -> None:
    """An Aura whose creature left, or that was attached to nothing, is gone after the gate; one on a player stays."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: wolf}
                - {id: bond, types: [enchantment], subtypes: [aura], attached_to: bear}
                - {id: leash, types: [enchantment], subtypes: [aura], attached_to: wolf}
                - {id: curse, types: [enchantment], subtypes: [aura], attached_to: B}
                - {id: loose, types: [enchantment], subtypes: [aura]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: banish, effects: [{effect: exile, permanents: [bear]}]}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep}
              that: {battlefield: {loose: absent, bond: {attached_to: bear}, curse: {attached_to: B}}}
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {bond: absent, leash: {attached_to: wolf}, curse: {attached_to: B}},
                     graveyard: {A: 2}}
          counts:
            - {event: state_based_action, rule: "704.5m", is: 2}
    """)


def test_704_5m_a_new_object_of_the_same_name_is_not_what_the_aura_was_attached_to() -> None:
    """A creature that leaves and comes back in one resolution is a new object (400.7): its Aura goes."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}, {id: bond, types: [enchantment], subtypes: [aura], attached_to: bear},
                            {id: sword, types: [artifact], subtypes: [equipment], attached_to: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: flicker
                effects: [{effect: exile, permanents: [bear]}, {effect: create, permanent: {id: bear}}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {bear: {controller: A}, bond: absent}}
          events:
            - {event: state_based_action, rule: "704.5m", subject: bond}
            - {event: state_based_action, rule: "704.5n", subject: sword}
    """)


@obligation("704.5n", 1)
def test_704_5n_equipment_on_what_it_may_not_be_on_comes_off_and_stays() -> None:
    """Equipment on a player, on a creature that left, or on a permanent that is no creature any more is unattached."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: robot, types: [artifact, creature]}
                - {id: ox}
                - {id: sword, types: [artifact], subtypes: [equipment], attached_to: bear}
                - {id: axe, types: [artifact], subtypes: [equipment], attached_to: robot}
                - {id: crown, types: [artifact], subtypes: [equipment], attached_to: B}
                - {id: yoke, types: [artifact], subtypes: [equipment], attached_to: ox}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: banish, effects: [{effect: exile, permanents: [bear]}]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: rust, effects: [{effect: become, permanent: robot, types: [artifact]}]}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep}
              that: {battlefield: {sword: {attached_to: bear}, axe: {attached_to: robot}, yoke: {attached_to: ox}}}
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {sword: {tapped: false},
               axe: {attached_to: robot}}}}
            - {at: {turn: 1, step: end}, that: {battlefield: {axe: {tapped: false}, yoke: {attached_to: ox}}}}
          events:
            - {event: state_based_action, rule: "704.5n", subject: crown, step: upkeep}
            - {event: state_based_action, rule: "704.5n", subject: sword, step: upkeep}
            - {event: state_based_action, rule: "704.5n", subject: axe, step: upkeep}
          counts:
            - {event: state_based_action, is: 3}
            - {event: permanent_left, is: 1}
    """)


@obligation("704.5p", 1)
def test_704_5p_what_must_not_be_attached_becomes_unattached_and_stays() -> None:
    """Equipment that becomes a creature, and an attached permanent that is no attachment, come off and stay."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: sword, types: [artifact], subtypes: [equipment], attached_to: bear}
                - {id: axe, types: [artifact], subtypes: [equipment], attached_to: bear}
                - {id: rider, attached_to: bear}
                - {id: relic, types: [artifact], attached_to: bear}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: animate, effects: [{effect: become, permanent: sword,
                 types: [artifact, creature]}]}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {sword: {types: [artifact, creature]}, axe: {attached_to: bear}, rider: {power: 2},
                                   relic: {types: [artifact]}}}
          events:
            - {event: state_based_action, rule: "704.5p", subject: rider}
            - {event: state_based_action, rule: "704.5p", subject: relic}
            - {event: resolved, name: animate}
            - {event: state_based_action, rule: "704.5p", subject: sword}
          counts:
            - {event: state_based_action, is: 3}
            - {event: permanent_left, is: 0}
    """)


def test_704_5p_an_aura_that_becomes_a_creature_comes_off_and_then_goes_to_the_graveyard() -> None:
    """First it becomes unattached, and in the next check an Aura attached to nothing goes to the graveyard (303.4d)."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}, {id: bond, types: [enchantment], subtypes: [aura], attached_to: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: animate
                effects: [{effect: become, permanent: bond, types: [enchantment, creature]}]
        expect:
          events:
            - {event: state_based_action, rule: "704.5p", subject: bond}
            - {event: state_based_action, rule: "704.5m", subject: bond}
            - {event: permanent_left, permanent: bond, to: graveyard}
          counts:
            - {event: state_based_action, is: 2}
    """)


@obligation("704.5q", 1)
def test_704_5q_counters_of_both_kinds_cancel_each_other() -> None:
    """Of three and two, one of the larger kind is left; a permanent with one kind only keeps all."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear, counters: {+1/+1: 3}}, {id: wolf, counters: {+1/+1: 1}},
                            {id: ox, toughness: 5, counters: {-1/-1: 2}}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: wither
                effects: [{effect: add_counters, permanent: bear, counter: -1/-1, count: 2},
                          {effect: add_counters, permanent: wolf, counter: -1/-1, count: 1}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that:
                battlefield:
                  bear: {counters: {+1/+1: 1, -1/-1: 0}, power: 3, toughness: 3}
                  wolf: {counters: {+1/+1: 0, -1/-1: 0}, power: 2, toughness: 2}
                  ox: {counters: {+1/+1: 0, -1/-1: 2}, power: 0, toughness: 3}
          events:
            - {event: state_based_action, rule: "704.5q", subject: bear}
            - {event: state_based_action, rule: "704.5q", subject: wolf}
          counts:
            - {event: state_based_action, is: 2}
    """)


@obligation("704.5s", 1)
def test_704_5s_a_saga_stays_until_its_final_chapter_ability_has_left_the_stack() -> None:
    """The last lore counter comes in the precombat main; the Saga goes in the gate after its chapter has resolved."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: tale, types: [enchantment], subtypes: [saga], chapters: 2,
               counters: {lore: 1}},
                                    {id: blank, types: [enchantment], subtypes: [saga]}]}
            - {id: B}
        expect:
          checks:
            - at: {turn: 1, step: precombat_main}
              that: {stack: [tale-chapter-2], battlefield: {tale: {counters: {lore: 2}}}}
            - {at: {turn: 1, step: precombat_main, player: B}, that: {battlefield: {tale: {counters: {lore: 2}}}}}
            - {at: {turn: 1, step: precombat_main, nth: 2}, that: {stack: [], battlefield: {tale: absent}}}
            - {at: {turn: 1, step: end}, that: {graveyard: {A: 1}, battlefield: {blank: {counters: {lore: 0}}}}}
          events:
            - {event: left_stack, name: tale-chapter-2}
            - {event: state_based_action, rule: "704.5s", subject: tale}
            - {event: permanent_left, permanent: tale, to: graveyard}
            - {event: priority_received, player: A}
          counts:
            - {event: state_based_action, is: 1}
    """)


def test_704_5s_a_countered_chapter_ability_lets_the_saga_go_too() -> None:
    """The final chapter ability may leave the stack in any way; after that the Saga is sacrificed."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: tale, types: [enchantment], subtypes: [saga], chapters: 1}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main, player: B}
            do: [{action: cast, name: stifle, effects: [{effect: counter_top}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, nth: 2}, that: {stack: [stifle, tale-chapter-1]}}
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {stack: [], battlefield: {tale: absent}}}
          never:
            - {event: resolved, name: tale-chapter-1}
    """)


@obligation("704.5v", 1)
def test_704_5v_a_battle_with_defense_0_goes_to_the_graveyard() -> None:
    """At defense 1 it stays; at 0 it is put into the graveyard in the next gate."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: siege, types: [battle], defense: 3}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: bolt, effects: [{effect: damage, amount: 2, to: siege}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: bolt, effects: [{effect: damage, amount: 1, to: siege}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {battlefield: {siege: {defense: 1}}}}
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {battlefield: {siege: absent}, graveyard: {B: 1}}}
          events:
            - {event: state_based_action, rule: "704.5v", subject: siege}
          counts:
            - {event: state_based_action, is: 1}
    """)


@obligation("704.5v", 1)
def test_704_5v_it_waits_until_a_triggered_ability_of_the_battle_has_left_the_stack() -> None:
    """While an ability of the battle that triggered is on the stack it stays; in the gate after that it goes."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - id: siege
                  types: [battle]
                  defense: 1
                  abilities: [{effect: trigger, name: alarm, when: {event: life_lost, of: B}}]
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: bolt
                effects: [{effect: lose_life, player: B}, {effect: damage, amount: 1, to: siege}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [alarm], battlefield: {siege: {defense: 0}}}}
            - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [], battlefield: {siege: absent}}}
          events:
            - {event: resolved, name: alarm, turn: 1, step: upkeep}
            - {event: state_based_action, rule: "704.5v", subject: siege, turn: 1, step: upkeep}
    """)


def test_704_5v_an_activated_ability_of_the_battle_does_not_keep_it() -> None:
    """Only a triggered ability makes the battle wait; with an activated one on the stack it goes at once."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: siege, types: [battle], defense: 1}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: activate, name: drill, source: siege, effects: [{effect: nothing}]}
              - {action: cast, name: bolt, effects: [{effect: damage, amount: 1, to: siege}]}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [drill], battlefield: {siege: absent}}}
    """)
