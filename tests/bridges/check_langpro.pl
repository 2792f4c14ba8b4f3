% Reads a file of facts sen_id_tlg_tok(Id, Term, Tokens) as LangPro does, checks every term, and writes it out again,
% a symbol a line, in prefix order, for the test to compare. Tokens are written as the codes of their characters.
%
% Checked are: every leaf is a word of the table or a variable that is bound around it; each is used once; each
% application fits, both with the marks and, as in LangPro, without them.

:- use_module(library(lists)).
:- use_module(library(apply)).
:- op(605, xfy, ~>).
:- op(605, yfx, @).
:- dynamic sen_id_tlg_tok/3.

main :-
    current_prolog_flag(argv, Arguments),
    last(Arguments, File),
    load_files(File, []),
    forall(sen_id_tlg_tok(Id, Term, Tokens), check(Id, Term, Tokens)),
    halt(0).

check(Id, Term, Tokens) :-
    integer(Id),
    is_list(Tokens),
    must(maplist(group, Tokens), tokens(Id)),
    must(ground_but_for_variables(Term), variables(Id)),
    must(typed(Term, Tokens, [], Used, Type), type(Id)),
    must(is_set(Used), used_twice(Id)),
    must((simple(Type, Simple), simply_typed(Term, [], Simple)), simple_type(Id)),
    length(Used, Count),
    format("fact ~w ~w~n", [Id, Count]),
    numbervars(Term, 0, _),
    symbols(Term),
    forall(member(Group, Tokens), ( maplist(atom_codes, Group, Codes), format("group ~w~n", [Codes]) )).

must(Goal, Reason) :-
    ( call(Goal) -> true ; format(user_error, "failed: ~q~n", [Reason]), halt(1) ).

group(Group) :- is_list(Group), Group = [_|_], maplist(atom, Group).

ground_but_for_variables(Term) :- term_variables(Term, Variables), maplist(var, Variables).

% typed(+Term, +Tokens, +Bound, -Used, -Type): the type with marks, and the words and variables that are used.
typed(t(N, C), Tokens, _, [N], C) :- integer(N), nth0(N, Tokens, _), type(C).
typed(v(X, C), _, Bound, [X], C) :- var(X), member(Y-D, Bound), X == Y, !, C == D.
typed(abst(v(X, C), T), Tokens, Bound, Used, C ~> D) :-
    var(X), type(C), \+ ( member(Y-_, Bound), X == Y ),
    typed(T, Tokens, [X-C|Bound], Inside, D),
    partition(==(X), Inside, [_], Used).
typed(F @ A, Tokens, Bound, Used, D) :-
    typed(F, Tokens, Bound, UsedF, C ~> D),
    typed(A, Tokens, Bound, UsedA, E),
    C == E,
    append(UsedF, UsedA, Used).
typed({L}:T, Tokens, Bound, Used, L:{C}) :- typed(T, Tokens, Bound, Used, C).
typed({L}-T, Tokens, Bound, Used, C) :- typed(T, Tokens, Bound, Used, M:{C}), M == L.
typed([L]:T, Tokens, Bound, Used, L:[C]) :- typed(T, Tokens, Bound, Used, C).
typed([L]-T, Tokens, Bound, Used, C) :- typed(T, Tokens, Bound, Used, M:[C]), M == L.

type(C) :- atom(C), !.
type(A ~> B) :- type(A), type(B).
type(L:{C}) :- atom(L), type(C).
type(L:[C]) :- atom(L), type(C).

simple(C, C) :- atom(C), !.
simple(A ~> B, C ~> D) :- simple(A, C), simple(B, D).
simple(_:{A}, B) :- simple(A, B).
simple(_:[A], B) :- simple(A, B).

simply_typed(t(_, C), _, S) :- simple(C, S).
simply_typed(v(X, _), Bound, S) :- member(Y-S, Bound), X == Y, !.
simply_typed(abst(v(X, C), T), Bound, S ~> R) :- simple(C, S), simply_typed(T, [X-S|Bound], R).
simply_typed(F @ A, Bound, S) :- simply_typed(F, Bound, R ~> S), simply_typed(A, Bound, R).
simply_typed(_:T, Bound, S) :- simply_typed(T, Bound, S).
simply_typed(_-T, Bound, S) :- simply_typed(T, Bound, S).

symbols(t(N, C)) :- format("word ~w ", [N]), write_canonical(C), nl.
symbols(v('$VAR'(N), _)) :- format("variable ~w~n", [N]).
symbols(abst(v('$VAR'(N), _), T)) :- format("lambda ~w~n", [N]), symbols(T).
symbols(F @ A) :- format("application~n"), symbols(F), symbols(A).
symbols({L}:T) :- mark('◇I', L, T).
symbols({L}-T) :- mark('◇E', L, T).
symbols([L]:T) :- mark('□I', L, T).
symbols([L]-T) :- mark('□E', L, T).

mark(Rule, Label, Term) :- format("mark ~w ~w~n", [Rule, Label]), symbols(Term).
