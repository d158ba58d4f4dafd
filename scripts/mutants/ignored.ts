import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** The used part of a node of the instrumenter's syntax tree. */
interface SyntaxPath {
  node: { type: string; properties?: { key?: { name?: string } }[]; callee?: { name?: string; type?: string } };
  parent?: SyntaxPath['node'] | null;
}

/** `{ sr, en }`, or a call that makes one. */
export const isText = ({ node }: SyntaxPath) =>
  (node.type === 'ObjectExpression' &&
    node.properties?.length === 2 &&
    node.properties[0]?.key?.name === 'sr' &&
    node.properties[1]?.key?.name === 'en') ||
  (node.type === 'CallExpression' && /^(?:both|pair)$/.test(node.callee?.name ?? ''));

export const isOfError = ({ parent }: SyntaxPath) =>
  (parent?.type === 'NewExpression' && parent.callee?.name?.endsWith('Error') === true) ||
  // Arguments of `super`: the product extends only errors.
  (parent?.type === 'CallExpression' && parent.callee?.type === 'Super');

/** Texts in two languages and messages of program errors are no decisions. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'texts', {
    shouldIgnore: (path) =>
      isText(path as never) ? 'a text' : isOfError(path as never) ? 'a message of a program error' : undefined,
  }),
];
