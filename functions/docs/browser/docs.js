/** The docs page. It shows the API description in Swagger UI, whose calls carry the key that was entered on the page. */
import { handleKeyForm, storedKey } from "./key.js";

const container = document.getElementById("api");

// An earlier version of this page stored tokens here, where they outlive the tab.
localStorage.removeItem("authorized");

const dark = matchMedia("(prefers-color-scheme: dark)");
const applyScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", applyScheme);
applyScheme();

const showKeyState = () =>
  showMessage(storedKey() === "" ? "Without a key, only public routes answer." : "Calls carry this key.");
handleKeyForm({ use: showKeyState, refuse: (text) => showMessage(text, true) });
showKeyState();

function showMessage(text, isFault = false) {
  const message = document.getElementById("message");
  message.textContent = text;
  message.classList.toggle("fault", isFault);
}

/** The plugin that changes parts of Swagger UI. */
function adaptations({ React }) {
  const element = React.createElement;
  const nothing = () => () => null;
  return {
    components: {
      /** The page has its own heading, key form and landmark, so the layout has none. */
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
      // The link would be inside the button of its route, so the text is shown without it.
      DeepLink:
        () =>
        ({ text }) =>
          element("span", null, text),
      // Text fields of a form start empty, because the API refuses the samples that Swagger UI would fill in.
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
  domNode: container,
  url: container.dataset.description,
  // Without this, Swagger UI sends the description to another host.
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
  plugins: [adaptations],
});

/** Fields of Swagger UI without an accessible name, and the name that each gets. */
const names = [
  ["#servers", () => "Server"],
  [".opblock-body textarea", () => "Request body"],
  ["[data-param-name] :is(input, select)", (field) => field.closest("[data-param-name]").dataset.paramName],
  ["[data-property-name] :is(input, select)", (field) => field.closest("[data-property-name]").dataset.propertyName],
];

new MutationObserver(() => {
  for (const [selector, nameOf] of names) {
    for (const field of container.querySelectorAll(`:is(${selector}):not([aria-label])`))
      field.ariaLabel = nameOf(field);
  }
  // An element that scrolls must be reachable by the keyboard.
  for (const sample of container.querySelectorAll(".microlight:not([tabindex])")) sample.tabIndex = 0;
  // The code at the start of the text about an error leads to its page.
  for (const code of container.querySelectorAll(".response .renderedMarkdown p > code:first-child")) {
    const link = document.createElement("a");
    link.href = new URL(`docs/errors/${code.textContent}`, new URL(container.dataset.description, location));
    code.replaceWith(link);
    link.append(code);
  }
  // Lets a code break only between its words.
  for (const code of container.querySelectorAll(".renderedMarkdown code:not(:has(wbr))")) {
    if (code.textContent.includes("_")) code.innerHTML = code.innerHTML.replaceAll("_", "_<wbr>");
  }
  // Swagger UI gives all tables the same role, which would make landmarks with equal names.
  for (const table of container.querySelectorAll("table[role]")) table.removeAttribute("role");
}).observe(container, { childList: true, subtree: true });
