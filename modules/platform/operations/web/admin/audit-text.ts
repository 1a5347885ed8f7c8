/** The texts of audit entries, from the modules that logged them. */
import { useEffect, useState } from 'react'
import { ensureMessages, hasText, type TextOf, textOf, useLanguage } from '#web/i18n/texts.ts'
import { useModules } from '#web/modules-context.ts'
import { dateText } from '#web/ui/date.ts'

/** Loads the texts of all modules, which name their actions and fields. */
export function useAllTexts(): boolean {
  const modules = useModules()
  const language = useLanguage()
  const [loaded, setLoaded] = useState<string>()
  useEffect(() => {
    const names = modules.map((module) => module.name)
    const done = () => setLoaded(language)
    ensureMessages(names).then(done, done)
  }, [modules, language])
  return loaded === language
}

function partsOf(action: string): { module: string; call: string } {
  const [module = '', call = ''] = action.split('.')
  return { module, call }
}

/** `settings.changeRule` → 修改了功能开关; the code itself if the module has no text for it. */
export function actionText(action: string): string {
  const { module, call } = partsOf(action)
  const key = `audit.${call}`
  return hasText(module, key) ? textOf(module, key) : action
}

/** The parts of a changed permission's name: `lecturer: course.author`. */
const permissionOfRole = /^(.+): ([\w.-]+)$/

/** The name of a subject with a code: `rules.SIGN_IN_CONFIG.label` of the module's texts; a permission with its role. */
export function subjectNameText(action: string, type: string | null, name: string): string {
  const { module } = partsOf(action)
  const [, role, permission] = (type === 'permission' && permissionOfRole.exec(name)) || []
  if (role && permission) {
    return textOf('operations', 'auditLog.permissionOfRole', {
      role: roleText(role),
      permission: permissionText(permission),
    })
  }
  const key = `${type}s.${name}.label`
  return hasText(module, key) ? textOf(module, key) : name
}

/** The module's name of a field, or the common one. `subject` is the type of the subject. */
export function fieldText(
  action: string,
  name: string,
  subject?: { type: string | null; name: string | null },
): string {
  const { module } = partsOf(action)
  for (const [space, key] of [
    [module, `${subject?.type}s.${subject?.name}.fields.${name}.label`],
    [module, `auditFields.${name}`],
    ['operations', `fields.${name}`],
  ] as const) {
    if (hasText(space, key)) return textOf(space, key)
  }
  return name
}

export function subjectTypeText(action: string, type: string): string {
  const { module } = partsOf(action)
  for (const [space, key] of [
    [module, `auditSubjects.${type}`],
    ['operations', `subjects.${type}`],
  ] as const) {
    if (hasText(space, key)) return textOf(space, key)
  }
  return type
}

const roleId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The names of roles (map `role` of identity's texts, if loaded). Some entries know a role of the company by its id only. */
export function roleText(role: string): string {
  if (hasText('identity', `maps.role.${role}`)) return textOf('identity', `maps.role.${role}`)
  return roleId.test(role) ? textOf('operations', 'auditLog.customRole') : role
}

function permissionText(permission: string): string {
  const key = `permission.${permission.replace('.', '-')}`
  return hasText('identity', key) ? textOf('identity', key) : permission
}

/** The fields whose values are codes with a text of their own. */
const codeTexts: Readonly<Record<string, (code: string) => string>> = {
  role: roleText,
  copyOf: roleText,
  permission: permissionText,
}

/** Formats codes and instants by the name of their field; objects as JSON. */
export function valueText(t: TextOf, name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return t('auditLog.none')
  if (typeof value === 'string' && codeTexts[name]) return codeTexts[name](value)
  if (typeof value === 'boolean') return t(value ? 'auditLog.yes' : 'auditLog.no')
  if (typeof value === 'number' && /(At|Time|from|to)$/.test(name) && value > 1e11) return dateText(value, 'second')
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return value.join(t('auditLog.separator'))
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
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
