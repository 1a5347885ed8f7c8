/**
 * Extension points, by which a lower module asks modules above it without an import. It declares the point in its door,
 * the upper modules register their parts, and it reads the registered parts.
 *
 *     // modules/platform/approvals/server.ts
 *     export const approvalSubject = extensionPoint<ApprovalSubject>('approvals.subject')
 *     // modules/learning/courses/server.ts
 *     serverModule({ …, extensions: [approvalSubject({ businessType: 1, decided: publishAgreed })] })
 *     // modules/platform/approvals/server/…
 *     const subject = approvalSubject.all().find((one) => one.businessType === businessType)
 *
 * Registered functions run in the transaction of the caller.
 */
export interface Extension {
  readonly point: string
  readonly value: unknown
}

export interface ExtensionPoint<T> {
  (value: T): Extension
  /** The registered extensions of this process, in the order of the modules. */
  all(): readonly T[]
}

const registered = new Map<string, unknown[]>()

export function extensionPoint<T>(name: string): ExtensionPoint<T> {
  const register = (value: T): Extension => ({ point: name, value })
  return Object.assign(register, { all: () => (registered.get(name) ?? []) as readonly T[] })
}

/** Makes the extensions of these modules the registered ones, in place of all earlier ones. */
export function registerExtensions(modules: readonly { readonly extensions?: readonly Extension[] }[]): void {
  registered.clear()
  for (const { point, value } of modules.flatMap((module) => module.extensions ?? [])) {
    const values = registered.get(point)
    if (values) values.push(value)
    else registered.set(point, [value])
  }
}
