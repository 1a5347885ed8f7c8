/** The texts of audit entries, from the modules that logged them. */
import { useEffect, useState } from 'react'
import { ensureMessages, hasText, textOf, useLanguage } from '#web/i18n/texts.ts'
import { useModules } from '#web/modules-context.ts'
import { dateText } from '#web/ui/date.ts'
import { auditWords } from '../../contract/audit-words.ts'

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

/** The words of the language that is shown, as far as the texts of the modules are loaded. */
export const auditText = auditWords({
  find: (module, key, values) => (hasText(module, key) ? textOf(module, key, values) : undefined),
  instant: (at) => dateText(at, 'second'),
})
