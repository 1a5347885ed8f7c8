/** What an audit entry says in words, on screens and in exports. The texts are those of the modules that logged it. */

/** Where the words come from: the browser's texts, or the server's. */
export interface AuditTexts {
  /** The text of a module, its placeholders filled; undefined where it has none by this key. */
  readonly find: (module: string, key: string, values?: Readonly<Record<string, string>>) => string | undefined
  /** An instant to the second. */
  readonly instant: (at: number) => string
}

export interface AuditWords {
  /** `settings.changeRule` → 修改功能开关; the code itself if the module has no text for it. */
  action(action: string): string
  /** The name of a subject with a code: `rules.SIGN_IN_CONFIG.label` of the module's texts; a permission with its role. */
  subjectName(action: string, type: string | null, name: string): string
  subjectType(action: string, type: string): string
  /** The module's name of a field, or the common one. `subject` is the type of the subject. */
  field(action: string, name: string, subject?: { type: string | null; name: string | null }): string
  /** The names of roles (map `role` of identity's texts). Some entries know a role of the company by its id only. */
  role(role: string): string
  /** Formats codes and instants by the name of their field; objects as JSON. */
  value(name: string, value: unknown): string
}

function partsOf(action: string): { module: string; call: string } {
  const [module = '', call = ''] = action.split('.')
  return { module, call }
}

/** The parts of a changed permission's name: `lecturer: course.author`. */
const permissionOfRole = /^(.+): ([\w.-]+)$/
const roleId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

export function auditWords({ find, instant }: AuditTexts): AuditWords {
  const own = (key: string, values?: Readonly<Record<string, string>>) => find('operations', key, values) ?? key
  const role = (code: string) =>
    find('identity', `maps.role.${code}`) ?? (roleId.test(code) ? own('auditLog.customRole') : code)
  const permission = (code: string) => find('identity', `permission.${code.replace('.', '-')}`) ?? code
  /** The fields whose values are codes with a text of their own. */
  const codeTexts: Readonly<Record<string, (code: string) => string>> = { role, copyOf: role, permission }
  return {
    role,
    action(action) {
      const { module, call } = partsOf(action)
      return find(module, `audit.${call}`) ?? action
    },
    subjectName(action, type, name) {
      const [, ofRole, code] = (type === 'permission' && permissionOfRole.exec(name)) || []
      if (ofRole && code) return own('auditLog.permissionOfRole', { role: role(ofRole), permission: permission(code) })
      return find(partsOf(action).module, `${type}s.${name}.label`) ?? name
    },
    subjectType(action, type) {
      return find(partsOf(action).module, `auditSubjects.${type}`) ?? find('operations', `subjects.${type}`) ?? type
    },
    field(action, name, subject) {
      const { module } = partsOf(action)
      return (
        find(module, `${subject?.type}s.${subject?.name}.fields.${name}.label`) ??
        find(module, `auditFields.${name}`) ??
        find('operations', `fields.${name}`) ??
        name
      )
    },
    value(name, value) {
      if (value === undefined || value === null || value === '') return own('auditLog.none')
      if (typeof value === 'string' && codeTexts[name]) return codeTexts[name](value)
      if (typeof value === 'boolean') return own(value ? 'auditLog.yes' : 'auditLog.no')
      if (typeof value === 'number' && /(At|Time|from|to)$/.test(name) && value > 1e11) return instant(value)
      if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
        return value.join(own('auditLog.separator'))
      return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
    },
  }
}

export interface Change {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * One row for each field. Nested values, such as those of a rule, are opened by one level to show the changed part.
 */
export function changesOf(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Change[] {
  const [old, fresh] = [before ?? {}, after ?? {}]
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return names.flatMap((name) => {
    const [one, other] = [old[name], fresh[name]]
    if (!isPlain(one) || !isPlain(other)) return [{ name, before: one, after: other }]
    const inner = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return inner
      .filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
      .map((key) => ({ name: key, before: one[key], after: other[key] }))
  })
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
