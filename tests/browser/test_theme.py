BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"
DARK, LIGHT = "rgb(20, 23, 27)", "rgb(255, 255, 255)"


def test_page_follows_the_system(visit, world):
    assert visit("/", color_scheme="dark").evaluate(BACKGROUND) == DARK
    assert visit("/", color_scheme="light").evaluate(BACKGROUND) == LIGHT


def test_switch_turns_the_theme_and_is_remembered(visit, world):
    page = visit("/", color_scheme="light")

    page.get_by_role("button", name="Dark theme").click()
    assert page.evaluate(BACKGROUND) == DARK
    page.goto(world.plain.get_absolute_url())

    assert page.evaluate(BACKGROUND) == DARK
    assert page.context.cookies() == []


def test_remembered_theme_is_there_before_anything_is_painted(visit, world):
    page = visit("/", color_scheme="light")
    page.get_by_role("button", name="Dark theme").click()
    # What a deferred script would leave to the first paint is already set when the body begins.
    page.add_init_script(
        "new MutationObserver((_, watch) => { if (document.body) {"
        " window.themeAtBody = document.documentElement.dataset.theme; watch.disconnect(); } })"
        ".observe(document, { childList: true, subtree: true })"
    )

    page.reload()

    assert page.evaluate("window.themeAtBody") == "dark"


def test_switching_back_follows_the_system_again(visit, world):
    page = visit("/", color_scheme="light")
    page.get_by_role("button", name="Dark theme").click()
    page.get_by_role("button", name="Light theme").click()

    page.emulate_media(color_scheme="dark")

    assert page.evaluate(BACKGROUND) == DARK


def test_without_javascript_the_switch_is_not_offered(visit, world):
    assert not visit("/", java_script_enabled=False).locator("#theme").is_visible()


GROUND = "getComputedStyle(document.querySelector('#api-docs .swagger-ui')).backgroundColor"


def test_description_of_the_api_follows_the_theme(visit, world):
    page = visit("/api/docs", color_scheme="dark")
    page.locator("#api-docs .swagger-ui .opblock").first.wait_for()
    assert page.evaluate(GROUND) == DARK

    page.get_by_role("button", name="Light theme").click()

    page.wait_for_function("!document.documentElement.classList.contains('dark-mode')")
    assert page.evaluate("getComputedStyle(document.getElementById('api-docs')).backgroundColor") == LIGHT
