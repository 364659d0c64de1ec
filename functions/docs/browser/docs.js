/** The docs page: the API description in swagger-ui, whose calls carry the key that was entered on the page. */
import { followKeyForm, storedKey } from "./key.js";

const place = document.getElementById("api");

// An earlier version of this page left tokens here, where they outlive the tab.
localStorage.removeItem("authorized");

const dark = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followScheme);
followScheme();

const tellKey = () => tell(storedKey() === "" ? "Without a key, only public routes answer." : "Calls carry this key.");
followKeyForm({ use: tellKey, refuse: (words) => tell(words, true) });
tellKey();

function tell(words, fault = false) {
  const told = document.getElementById("told");
  told.textContent = words;
  told.classList.toggle("fault", fault);
}

/** What is different here from swagger-ui as it comes. */
function ourWays({ React }) {
  const element = React.createElement;
  const nothing = () => () => null;
  return {
    components: {
      /** Below the page's own heading and form of the key, and within its landmark. */
      DocsLayout({ getComponent, specSelectors }) {
        const part = (name, className) => element("div", { className }, element(getComponent(name, true)));
        if (specSelectors.loadingStatus() !== "success") return part("errors", "swagger-ui");
        const parts = [
          part("InfoContainer", "wrapper"),
          element("div", { className: "scheme-container" }, part("ServersContainer", "schemes wrapper")),
          part("FilterContainer"),
          part("operations", "wrapper"),
        ];
        return element("div", { className: "swagger-ui" }, ...parts);
      },
    },
    wrapComponents: {
      authorizeOperationBtn: nothing,
      // A link within the button of its route: one control is enough.
      DeepLink:
        () =>
        ({ text }) =>
          element("span", null, text),
      // Text fields of a form begin empty, and are then not sent: with a sample in each, a call that is tried is refused.
      RequestBody:
        (Body) =>
        ({ fn, ...props }) => {
          const getSampleSchema = (schema, mediaType, ...rest) =>
            mediaType === false && schema.get("type") === "string"
              ? ""
              : fn.getSampleSchema(schema, mediaType, ...rest);
          return element(Body, { ...props, fn: { ...fn, getSampleSchema } });
        },
      ParameterIncludeEmpty: nothing,
    },
  };
}

window.ui = SwaggerUIBundle({
  domNode: place,
  url: place.dataset.description,
  // Nothing is asked of any other host.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayOperationId: true,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { theme: "tomorrow-night" },
  withCredentials: true,
  requestInterceptor(request) {
    const key = storedKey();
    if (key !== "" && !request.loadSpec) request.headers.authorization = `Bearer ${key}`;
    return request;
  },
  layout: "DocsLayout",
  plugins: [ourWays],
});

/** Fields of swagger-ui that have no name, and where the name of each stands. */
const names = [
  ["#servers", () => "Server"],
  [".opblock-body textarea", () => "Request body"],
  ["[data-param-name] :is(input, select)", (field) => field.closest("[data-param-name]").dataset.paramName],
  ["[data-property-name] :is(input, select)", (field) => field.closest("[data-property-name]").dataset.propertyName],
];

new MutationObserver(() => {
  for (const [selector, nameOf] of names) {
    for (const field of place.querySelectorAll(`:is(${selector}):not([aria-label])`)) field.ariaLabel = nameOf(field);
  }
  // What scrolls must scroll by keys, too.
  for (const sample of place.querySelectorAll(".microlight:not([tabindex])")) sample.tabIndex = 0;
  // Codes may break after each of their words, and nowhere within one.
  for (const code of place.querySelectorAll(".renderedMarkdown code:not(:has(wbr))")) {
    if (code.textContent.includes("_")) code.innerHTML = code.innerHTML.replaceAll("_", "_<wbr>");
  }
  // Two of them would be regions of one name.
  for (const table of place.querySelectorAll("table[role]")) table.removeAttribute("role");
}).observe(place, { childList: true, subtree: true });
