/**
 * React makes pages about twice as fast outside of its development mode, which is its default. Imported
 * before anything that imports React.
 */
process.env.NODE_ENV ||= 'production';
