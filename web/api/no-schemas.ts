/**
 * Stands in for typebox in the browser. Contracts are imported here for their methods and paths alone: validation is
 * the server's, and types are gone by the time this runs. Every builder answers this same thing, and so does every
 * property of what it answers.
 */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, name) => (typeof name === 'string' ? nothing : undefined),
})

export const Type = nothing
