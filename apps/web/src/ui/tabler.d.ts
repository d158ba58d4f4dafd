/** An icon of the set by its name, made at the build (`build/icons.ts`). */
declare module 'virtual:tabler/*' {
  const icon: import('./path-icon.tsx').Icon;
  export default icon;
}
