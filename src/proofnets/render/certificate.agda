{-# OPTIONS --safe --without-K #-}

-- Proofs of linear logic, written by Neural Proof Nets (--format agda), for Agda to check:
--
--   agda --safe THIS-FILE.agda
--
-- If Agda says nothing, every derivation below is one. You need not trust the program that wrote them, but read what
-- they prove: the definitions that follow, and of each sentence its words with their types and its goal.
--
-- The logic is ILL⊸ with marks: ◇ d A is an A that fills the role d of its head, □ m A one that modifies in the role m.
-- Types, contexts and derivations are data (a deep embedding). There are three sets of rules:
--
--   ILL⊸        axiom, ⊸E and ⊸I: intuitionistic linear logic itself;
--   paper       these, ◇I and □E: the rules of the paper Neural Proof Nets (Kogkalidis, Moortgat and Moot 2020);
--   remarking   these, ◇E and □I, by which a mark may come off or be put on anywhere.
--
-- A proof net says nothing of marks: its links join atoms, whatever stands above them. So not every net is a proof by the
-- paper's rules; the certificate of a sentence says by which rules its derivation goes. Whichever they are, `bare` turns
-- it into a derivation of ILL⊸ without any marks, and that is what a net proves.

open import Agda.Builtin.Char using (Char)
open import Agda.Builtin.Equality using (_≡_; refl)
open import Agda.Builtin.List using (List; []; _∷_)
open import Agda.Builtin.String using (String; primStringToList)

infixr 7 _⊸_
infix  6 _∶_
infix  4 _⊢[_]_
infixl 7 _·_

data Type : Set where
  atom : String → Type
  _⊸_  : Type → Type → Type
  ◇ □  : String → Type → Type

-- A context is a list of named resources: the words of the sentence, each with its number in front, and hypotheses.

record Resource : Set where
  constructor _∶_
  field
    name : String
    type : Type

Context : Set
Context = List Resource

-- A string splits a context in two: a resource goes to the function where the string has an f, and to the argument where
-- it has anything else; if the string is too short, the rest goes to the function. So each goes to one of them only.

data Side : Set where
  function argument : Side

side : Char → Side
side 'f' = function
side _   = argument

each-side : List Char → List Side
each-side []      = []
each-side (c ∷ s) = side c ∷ each-side s

sides : String → List Side
sides s = each-side (primStringToList s)

for-function for-argument : List Side → Context → Context
for-function []             Γ       = Γ
for-function (_ ∷ _)        []      = []
for-function (function ∷ s) (x ∷ Γ) = x ∷ for-function s Γ
for-function (argument ∷ s) (x ∷ Γ) = for-function s Γ
for-argument []             Γ       = []
for-argument (_ ∷ _)        []      = []
for-argument (function ∷ s) (x ∷ Γ) = for-argument s Γ
for-argument (argument ∷ s) (x ∷ Γ) = x ∷ for-argument s Γ

data Freedom : Set where
  kept changed : Freedom

data Rules : Set where
  ILL⊸   : Rules
  marked : Freedom → Rules

paper remarking : Rules
paper = marked kept
remarking = marked changed

variable
  Γ Δ : Context
  A B : Type
  R   : Rules
  F   : Freedom
  x d : String

-- Derivations. There is no weakening and no contraction: an axiom has its one resource, and ⊸E gives each away once.

data _⊢[_]_ : Context → Rules → Type → Set where
  axiom : (x ∶ A) ∷ [] ⊢[ R ] A
  ⊸E    : (s : String) → for-function (sides s) Γ ⊢[ R ] A ⊸ B → for-argument (sides s) Γ ⊢[ R ] A → Γ ⊢[ R ] B
  ⊸I    : (x : String) → (x ∶ A) ∷ Γ ⊢[ R ] B → Γ ⊢[ R ] A ⊸ B
  ◇I    : Γ ⊢[ marked F ] A → Γ ⊢[ marked F ] ◇ d A
  □E    : Γ ⊢[ marked F ] □ d A → Γ ⊢[ marked F ] A
  ◇E    : Γ ⊢[ remarking ] ◇ d A → Γ ⊢[ remarking ] A
  □I    : Γ ⊢[ remarking ] A → Γ ⊢[ remarking ] □ d A

-- The term that a derivation spells.

data Term : Set where
  leaf        : String → Term
  _·_         : Term → Term → Term
  ƛ           : String → Term → Term
  ◇I □E ◇E □I : String → Term → Term

term-of : Γ ⊢[ R ] A → Term
term-of (axiom {x})      = leaf x
term-of (⊸E _ f a)       = term-of f · term-of a
term-of (⊸I x t)         = ƛ x (term-of t)
term-of (◇I {d = d} t)   = ◇I d (term-of t)
term-of (□E {d = d} t)   = □E d (term-of t)
term-of (◇E {d = d} t)   = ◇E d (term-of t)
term-of (□I {d = d} t)   = □I d (term-of t)

-- Without marks, every derivation is one of ILL⊸.

unmarked : Type → Type
unmarked (atom a) = atom a
unmarked (A ⊸ B)  = unmarked A ⊸ unmarked B
unmarked (◇ _ A)  = unmarked A
unmarked (□ _ A)  = unmarked A

all-unmarked : Context → Context
all-unmarked []            = []
all-unmarked ((x ∶ A) ∷ Γ) = (x ∶ unmarked A) ∷ all-unmarked Γ

function-unmarked : ∀ s Γ → all-unmarked (for-function s Γ) ≡ for-function s (all-unmarked Γ)
function-unmarked []             Γ       = refl
function-unmarked (_ ∷ _)        []      = refl
function-unmarked (function ∷ s) (x ∷ Γ) rewrite function-unmarked s Γ = refl
function-unmarked (argument ∷ s) (x ∷ Γ) = function-unmarked s Γ

argument-unmarked : ∀ s Γ → all-unmarked (for-argument s Γ) ≡ for-argument s (all-unmarked Γ)
argument-unmarked []             Γ       = refl
argument-unmarked (_ ∷ _)        []      = refl
argument-unmarked (function ∷ s) (x ∷ Γ) = argument-unmarked s Γ
argument-unmarked (argument ∷ s) (x ∷ Γ) rewrite argument-unmarked s Γ = refl

from-equal : Γ ≡ Δ → Γ ⊢[ R ] A → Δ ⊢[ R ] A
from-equal refl t = t

bare : Γ ⊢[ R ] A → all-unmarked Γ ⊢[ ILL⊸ ] unmarked A
bare axiom            = axiom
bare (⊸E {Γ} s f a)   =
  ⊸E s (from-equal (function-unmarked (sides s) Γ) (bare f)) (from-equal (argument-unmarked (sides s) Γ) (bare a))
bare (⊸I x t)         = ⊸I x (bare t)
bare (◇I t)           = bare t
bare (□E t)           = bare t
bare (◇E t)           = bare t
bare (□I t)           = bare t
