"""Places are told from the path alone."""

from pathlib import Path

from kb.config.servers.places import Places


def test_sockets_lie_beside_their_data():
    places = Places(Path("/srv/raised"))

    assert places.sockets == Path("/srv/raised/postgres")
    assert places.redis_socket == Path("/srv/raised/redis/redis.sock")


def test_path_too_long_for_a_socket_gets_a_short_folder_of_its_own():
    one, two = Places(Path("/srv") / ("a" * 100)), Places(Path("/srv") / ("b" * 100))

    assert len(str(one.sockets / ".s.PGSQL.5432")) < 104
    assert one.sockets != two.sockets
    assert one.redis_socket != two.redis_socket


def test_length_counts_bytes_not_characters():
    assert Places(Path("/srv") / ("é" * 50)).sockets.parts[1] == "tmp"
