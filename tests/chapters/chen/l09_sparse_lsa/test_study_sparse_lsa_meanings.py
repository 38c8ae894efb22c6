def test_cases_and_a_row(study):
    cases = study.cases(2)
    assert [case["experiment"] for case in cases] == ["words", "words", "genes"]
    lists, least, lam = study.topic_words(1)
    assert len(lists) == 10
    assert least >= 10
    assert 0 < study.shared_words(lists) < 2
    assert lam > 0
