/**
 * React makes pages about twice as fast outside of its development mode, which it is in unless told otherwise. Imported
 * before anything that imports React.
 */
process.env.NODE_ENV ||= 'production';
