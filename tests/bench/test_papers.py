"""The papers and the queries to measure with."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING

from bench import corpus, judged, queries

if TYPE_CHECKING:
    from pathlib import Path

    from bench.corpus import Corpus


def test_generated_papers_are_the_same_every_time_and_say_that_they_are(papers: Corpus) -> None:
    assert list(papers.articles) == corpus.generate(50)
    assert "generated" in papers.kind
    assert not papers.is_real


def test_generated_words_follow_zipf() -> None:
    words = Counter(
        word.lower().rstrip(".")
        for article in corpus.generate(200)
        for word in article.abstract.split()
    )
    (_, first), (_, tenth) = words.most_common(10)[0], words.most_common(10)[9]
    # By the law with its shift: (10 + 1.7) / (1 + 1.7) = 4.3 times as often.
    assert 3 < first / tenth < 6
    assert sum(count == 1 for count in words.values()) > len(words) / 3


def test_papers_survive_the_way_to_another_process(papers: Corpus, papers_file: Path) -> None:
    assert list(corpus.read(papers_file)) == list(papers.articles)


def test_papers_of_one_size_begin_those_of_another(no_shared_data: None) -> None:
    assert corpus.load(80).first(50) == corpus.load(50).articles


def test_a_query_is_typed_from_its_second_character_on() -> None:
    typed = queries.keys(["ab c", "x"])
    assert typed == [(0, "ab"), (0, "ab "), (0, "ab c"), (1, "x")]


def test_there_are_two_hundred_queries_of_words_that_occur(papers: Corpus) -> None:
    typed = queries.typed_queries(papers)
    titles = [article.title.lower() for article in papers.articles]
    assert len(typed) == 200
    assert len(queries.HAND_WRITTEN) == 50
    assert all(any(query in title for title in titles) for query in typed)
    assert all(2 <= len(query.split()) <= 5 for query in typed)


def test_phrases_stand_in_abstracts(papers: Corpus) -> None:
    found = queries.phrases(papers, 20)
    text = " ".join(article.abstract.lower() for article in papers.articles)
    assert len(found) == 20
    assert all(phrase[0] == phrase[-1] == '"' and phrase[1:-1] in text for phrase in found)


def test_fragments_are_drawn_from_texts_with_enough_words() -> None:
    assert queries.fragments(["one", "two words"], 3, random.Random(1)) == ["two words"] * 3


def test_the_last_word_is_typed_in_part() -> None:
    collection = judged.Judged("", [], [judged.Topic("two graphs", {0: 1})])
    typed = [judged.typed_to(collection, share).topics[0].text for share in (1, 40, 100)]
    assert typed == ["two g", "two gra", "two graphs"]


def test_a_collection_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    documents = [
        {"id": "d7", "title": "T", "text": "a\u2028b"},
        {"id": "d9", "title": "", "text": "c"},
    ]
    (folder / "docs.jsonl").write_text(
        "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in documents),
        encoding="utf-8",
    )
    (folder / "queries.jsonl").write_text('{"id": "1", "text": "x"}\n{"id": "2", "text": "y"}\n')
    (folder / "qrels.tsv").write_text("1\td9\t2\n1\td7\t0\n2\td7\t0\n")
    found = judged.load("small", tmp_path)
    assert [(item.number, item.title, item.abstract) for item in found.articles] == [
        (0, "T", "a\u2028b"),
        (1, "", "c"),
    ]
    assert found.topics == [("x", {1: 2})]
