//! Every statement with a block, and returns, in both styles, with bytes worked out by hand.

use model::CodeStyle::{Rules, Shipped};

use crate::cases::{check, check_canonical};
use crate::fixture::fixture;

#[test]
fn conditions() {
    check_canonical(
        &fixture(),
        &[
            (
                Shipped,
                "if score == 1:\n    yield\n",
                "27 01 28 00 02 24 00 04 21 17 END",
                &[1],
            ),
            (
                Rules,
                "if score == 1:\n    yield\n",
                "27 01 32 01 02 23 00 07 21 17 42 00 02 END",
                &[],
            ),
            (
                Rules,
                "if score == 256:\n    yield\n",
                "27 01 28 00 02 23 00 07 21 17 42 00 02 END",
                &[256],
            ),
            (
                Shipped,
                "if score:\n    yield\nelse:\n    call go_home\n",
                "27 01 24 00 07 21 17 42 00 04 22 02 END",
                &[],
            ),
            (
                Rules,
                "if score:\n    yield\nelse:\n    call go_home\n",
                "27 01 23 00 07 21 17 42 00 04 22 02 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    yield\nelse if convoykilled:\n    yield\nelse:\n    call go_home\n",
                "27 01 24 00 07 21 17 42 00 0E 27 00 24 00 07 21 17 42 00 04 22 02 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    yield\nelse if convoykilled:\n    yield\n",
                "27 01 24 00 07 21 17 42 00 09 27 00 24 00 04 21 17 END",
                &[],
            ),
            (
                Rules,
                "if score:\n    yield\nelse if convoykilled:\n    yield\n",
                "27 01 23 00 07 21 17 42 00 0C 27 00 23 00 07 21 17 42 00 02 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    yield\nelse:\n    pass\n",
                "27 01 24 00 07 21 17 42 00 02 END",
                &[],
            ),
            (Shipped, "if score:\n    pass\n", "27 01 24 00 02 END", &[]),
            (
                Shipped,
                "if score:\n    if convoykilled:\n        yield\n    call go_home\nyield\n",
                "27 01 24 00 0B 27 00 24 00 04 21 17 22 02 21 17 END",
                &[],
            ),
            (
                Shipped,
                "if IsShipThisPlayer(player) == 1:\n    yield\n",
                "2C 03 21 45 4C 28 00 02 24 00 04 21 17 END",
                &[1],
            ),
        ],
    );
    check(
        &fixture(),
        &[
            (
                Shipped,
                "if score:\n  yield\nelse:\n  if convoykilled:\n    yield",
                "27 01 24 00 07 21 17 42 00 09 27 00 24 00 04 21 17 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    pass\nelse:\n    yield\n",
                "27 01 24 00 05 42 00 04 21 17 END",
                &[],
            ),
            (
                Shipped,
                "call go_home\ncall go_home\nif 1:\n\tyield",
                "22 02 22 02 28 00 24 00 04 21 17 END",
                &[1],
            ),
        ],
    );
}

#[test]
fn returns() {
    check_canonical(
        &fixture(),
        &[
            (Shipped, "return 0\n", "32 00 43", &[]),
            (Shipped, "return 300\n", "28 00 43", &[300]),
            (Shipped, "return score\n", "27 01 43", &[]),
            (Shipped, "return 1c\n", "28 00 43", &[1]),
            (
                Shipped,
                "if score:\n    return\nyield\n",
                "27 01 24 00 05 42 00 04 21 17 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    return 2\nyield\n",
                "27 01 24 00 07 32 02 42 00 06 21 17 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    return 1\nyield\n",
                "27 01 24 00 07 32 01 42 00 06 21 17 END",
                &[],
            ),
            (
                Shipped,
                "if score:\n    return 1\nreturn 2\n",
                "27 01 24 00 07 32 01 42 00 04 32 02 43",
                &[],
            ),
            (
                Shipped,
                "if score:\n    return 2\n",
                "27 01 24 00 07 32 02 42 00 04 END",
                &[],
            ),
            // No jump over an `else` behind a block that leaves, and no push that nothing reaches.
            (
                Shipped,
                "if score:\n    return 2\nelse:\n    return 3\n",
                "27 01 24 00 07 32 02 42 00 07 32 03 42 00 02 43",
                &[],
            ),
            (
                Shipped,
                "if score:\n    if 0:\n        yield\n    return 2\nelse:\n    return 3\n",
                "27 01 24 00 0E 28 00 24 00 04 21 17 32 02 42 00 07 32 03 42 00 02 43",
                &[0],
            ),
            (
                Shipped,
                "if score:\n    return\nelse:\n    return 0\n",
                "27 01 24 00 05 42 00 07 32 00 42 00 04 END",
                &[],
            ),
            (
                Shipped,
                "random:\n    below 9:\n        return 5\n    else:\n        return 0\n",
                "51 01 00 0D 00 08 09 00 32 05 42 00 07 32 00 42 00 02 43",
                &[],
            ),
            (
                Rules,
                "if score:\n    return 1\nyield\n",
                "27 01 23 00 08 32 01 43 42 00 02 21 17 END",
                &[],
            ),
            (
                Rules,
                "if score:\n    return 2\nelse:\n    return 3\n",
                "27 01 23 00 08 32 02 43 42 00 05 32 03 43 END",
                &[],
            ),
        ],
    );
    check(
        &fixture(),
        &[
            (Shipped, "return 0\npass", "32 00 43", &[]),
            (Rules, "return 0\npass", "32 00 43", &[]),
            (Shipped, "return", "END", &[]),
            (Shipped, "return 1", "END", &[]),
            (Shipped, "return true", "END", &[]),
            (Rules, "return", "END", &[]),
            (Rules, "return 0", "32 00 43", &[]),
            (Rules, "return 300", "28 00 43", &[300]),
            (
                Shipped,
                "if score:\n    return\nreturn 2\n",
                "27 01 24 00 07 32 01 42 00 04 32 02 43",
                &[],
            ),
            (
                Rules,
                "if score:\n    return\nyield\n",
                "27 01 23 00 08 32 01 43 42 00 02 21 17 END",
                &[],
            ),
        ],
    );
}

#[test]
fn choices() {
    let three = "random:\n    below 30:\n        yield\n    below 60:\n        call go_home\n    \
                 else:\n        call chatter\n";
    let one = "random:\n    below 30:\n        yield\n";
    let even = "either:\n    yield\nor:\n    call go_home\n";
    let thirds = "either:\n    yield\nor:\n    yield\nor:\n    yield\n";
    check_canonical(
        &fixture(),
        &[
            (
                Shipped,
                three,
                "51 02 00 16 00 0C 1E 00 00 11 3C 00 21 17 42 00 09 22 02 42 00 04 22 03 END",
                &[],
            ),
            (
                Rules,
                three,
                "51 02 00 16 00 0C 1E 00 00 11 3C 00 21 17 42 00 0C 22 02 42 00 07 22 03 42 00 02 END",
                &[],
            ),
            (Shipped, one, "51 01 00 0A 00 08 1E 00 21 17 END", &[]),
            (
                Rules,
                one,
                "51 01 00 0D 00 08 1E 00 21 17 42 00 02 END",
                &[],
            ),
            (
                Shipped,
                even,
                "51 01 00 0D 00 08 32 00 21 17 42 00 04 22 02 END",
                &[],
            ),
            (
                Rules,
                even,
                "51 01 00 0D 00 08 32 00 21 17 42 00 07 22 02 42 00 02 END",
                &[],
            ),
            (
                Shipped,
                thirds,
                "51 02 00 16 00 0C 21 00 00 11 42 00 21 17 42 00 09 21 17 42 00 04 21 17 END",
                &[],
            ),
        ],
    );
    check(
        &fixture(),
        &[
            (
                Shipped,
                "random:\n  below 50:\n    yield\n  else:\n    call go_home",
                "51 01 00 0D 00 08 32 00 21 17 42 00 04 22 02 END",
                &[],
            ),
            (
                Shipped,
                "random:\n    below 30:\n        yield\n    else:\n        pass\n",
                "51 01 00 0D 00 08 1E 00 21 17 42 00 02 END",
                &[],
            ),
            // A block that leaves has no jump behind it.
            (
                Shipped,
                "either:\n    return 5\nor:\n    yield\nyield\n",
                "51 01 00 0D 00 08 32 00 32 05 42 00 08 21 17 21 17 END",
                &[],
            ),
            (
                Rules,
                "either:\n    return 2\nor:\n    return 3\n",
                "51 01 00 0E 00 08 32 00 32 02 43 42 00 08 32 03 43 42 00 02 END",
                &[],
            ),
        ],
    );
}
