/** The operations of the app routes. */
import { type PageFiles, pageHead } from "../../shared/page/page-files.ts";
import { pagePolicy } from "../../shared/page/page-policy.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";

export interface AppParts {
  files: () => Promise<PageFiles>;
  /** The address to which the app sends large files. */
  uploadUrl: string;
  /** The address below which signed addresses of pictures are. */
  picturesUrl: string;
}

export function appOperations({ files, uploadUrl, picturesUrl }: AppParts): Operations<typeof routeGroup.rows> {
  const headers = {
    "content-security-policy": pagePolicy({ connect: [uploadUrl], images: [picturesUrl, "blob:"] }),
    "cache-control": "no-cache",
  };
  const show = async ({ baseUrl }: { baseUrl: string }) => {
    const base = new URL(baseUrl).pathname.replace(/\/$/, "");
    return { status: 200 as const, headers, body: appPage(pageHead((await files()).entries.app, base), base) };
  };
  return {
    showApp: show,
    async showAppView(input) {
      // No name of a file has a slash.
      if (input.params.view.startsWith("files/")) throw new AppError("not_found");
      return show(input);
    },
    async getAppFile({ params: { file } }) {
      const content = await (await files()).read(file);
      if (content === undefined) throw new AppError("not_found");
      const contentType = file.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
      const cache = { "cache-control": "public, max-age=31536000, immutable" };
      return { status: 200, headers: cache, body: content, contentType };
    },
  };
}

function appPage(head: string, base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contacts</title>
<meta name="description" content="Your contacts: import them, see them on a map, and be reminded of birthdays.">
<link rel="icon" href="${base}/docs/assets/icon.svg" type="image/svg+xml">
${head}
</head>
<body data-base="${base}">
<noscript><p>The app needs JavaScript. The <a href="${base}/docs">API</a> does not.</p></noscript>
</body>
</html>
`;
}
