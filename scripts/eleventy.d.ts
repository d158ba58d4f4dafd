/** The part of Eleventy that the manual uses; Eleventy has no types. */
declare module '@11ty/eleventy' {
  export interface EleventyConfig {
    addTemplate: (path: string, content: string, data: Record<string, unknown>) => void;
    addPassthroughCopy: (paths: Record<string, string>) => void;
    addTransform: (name: string, run: (this: { page: { url: string } }, content: string) => string) => void;
    addFilter: (name: string, run: (text: string, ...more: readonly (string | undefined)[]) => string) => void;
    amendLibrary: (name: 'md', amend: (library: { set: (options: { html: boolean }) => void }) => void) => void;
    setUseGitIgnore: (use: boolean) => void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode?: boolean; configPath?: string | undefined; config: (config: EleventyConfig) => void },
    );
    write: () => Promise<unknown>;
  }
}
