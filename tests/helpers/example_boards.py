"""Finished games, each the end of a real one, drawn.

No colour can place any more. A position earlier in the same game is the same drawing without some
pieces; tests that need an order of placing state it.
"""

from __future__ import annotations

PRINTED_EXAMPLE = """
YYY...YYRRR..R..RRRR
YY.Y.R.YRR.RRR..R...
.BYY.RRRYYYR..RR.R..
BBY.YR..Y.Y.RGR...RR
BBYBYYYYRR.RRGRR.RR.
.YBBB..RYR.R.YG.R.R.
YYYBYBRRYYYR.YG.R.GR
.BY.YBYRYRRYYYGRR.GR
BY..YBRYRRGGG.G.R.GR
BYYY.BRYRGB.GG...RGR
YBBY.BYYGGB...G..RGR
YYBBB..YBBB.GGGRRR.G
.YY..BBBYYYYY.GBBGGB
YB.YYB.BGGGBGGB.B.GB
YBBYBYB.GBBB.GB.G.GB
.YBYBYBBGBG.GGBGG.GB
YYYBBY.BBGGBBBGGBBBG
.Y..BYBGGBGGBGBBGGBG
BBBBYBBBGBBBGGBBG.GG
B..YYY.BGB..GG.GG..G
"""
"""The worked example of P6: blue has placed everything, I1 last; yellow has two 4s left; red a 3,
four 4s and a 5; green a 3, three 4s and a 5. The game ended like this: V3 by blue, I1 by yellow
(red, blocked after 15 pieces, and green, blocked after 16, pass), I2 by blue (now yellow passes
too), I1 by blue."""

EIGHT_AND_TWENTY_TWO = """
B.YY.YYYYY.YBBBYYY.Y
BBBYY.GBB.YYY.YBY.YY
Y.B.BGGBBB.YBBB.YBBY
Y.GBBBBGGGBBYYBB.BBY
YG..GGGBGYB..Y..BYY.
YGGG.GGBGYBB.YYBBY..
.YYG..YB..YYYBBYBYYR
YYGYYYYBBYYB.BYYYRRY
Y.GGG.BYYBBBYYBBYRYY
.GR..GBYYYRBY..RRY.Y
.GR..GBBBRRRYRR.RY..
.GR.RGGG.BRBBBBBRYYY
.G.RR.R.BBBR....R...
.G.R..RRRB.R.BB..RR.
..GGRGGGR.BRRB.R.RR.
GG.GRRRGGRBBRBRR..R.
.G.G..GRRRRBBRR..R..
GG.G.GG...GRRB.RRR.R
..G.GG...GGGRBBBR..R
GGGG..GGG.GRR.B..RRR
"""
"""The other example of P6: 8 squares are left of blue and 22 of red."""

FOUR_EQUAL = """
YYYY.GGGG......G...G
.Y.RY..G..GGG...GGGG
..YRYGG.GG.G.GGG.BB.
YYYRYG.GGYYG..GGBB.B
YRRYY.YGYYGY.G.BGGGB
RYYRRYYYRRG.GGGB..GB
RRYRY..Y.RGBG.BB..GB
RYYRYY..RBGBBBGB.BBG
YR.Y.YYRRBG..BGGBBGG
YR.YRRBBRRBGG..GBG.G
.RYYR.BRBBRRGGGBGGG.
YRYRR.RRBB.RRRBBBG.B
YYRY.RR.RRBBB.BGGBBB
YYRYYY.R.RBY.B.G...B
RRRY.RRR.RBY.BGG.BB.
YYY.YYYRYRYYBB..GBB.
.RRRRYRYYYRRB.GGGBGG
R.R.YRRRY.R..BBBBGBB
RR..Y.RYR.RR.B...GB.
RRYYY.YYBBBBB.BBBGBB
"""
"""Every colour has 13 squares left."""

BOTH_FINISHED = """
G.GG..BBBBBGGGG...BB
.G.G.GG..GGBG.BGGBB.
.GBBBGG.GG.B.BBBG.B.
BBGGGB.G.G.BB.BGGB..
BG...BGGGB.B.B...BB.
.G...B.B.BB..BBBB.BB
GG.GGB.B.BBYYYY.....
..GGG.BBB.YBB.BB....
.YY..GGY..YYB.BB..BB
..Y.GGYYY.YBB...BBB.
..YY..GY.BBY.BBB.R..
.Y..Y.G.YYYY.BYR.RRR
YY..Y.GYB.B.YBYRRYR.
...YY.GYB.BBB.Y.RYYY
YY.Y.YYYBB..BRRYYRRR
.YY.YBBBYYYYYRRYYRYY
Y.Y.YYBRRRR.RYYRRYY.
Y..YYB.Y..YRR.Y.R...
.YYBBYYYY.Y.RYY..RR.
YYY.BB...YYY..RRR..R
"""
"""Blue and yellow have placed everything: blue ended with Z4, then yellow with I1."""
