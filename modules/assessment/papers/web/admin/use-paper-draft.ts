/** A paper that saves itself while it is written, and what the server says of it each time. */
import { useMemo, useState } from 'react'
import { call } from '#web/api/query.ts'
import { type RevisionEditor, useSoon } from '#web/ui/use-revision-editor.ts'
import { PAPER_CHANGED } from '../../contract/codes.ts'
import type { PaperDetail } from '../../contract/paper.ts'
import { papers } from '../../contract.ts'
import { bodyOf, type Draft, draftOf, draftProblems, withVersions } from './draft.ts'

/** The answer to a save, with the draft that was saved: its places are those of the draft. */
interface Checked {
  readonly draft: Draft
  readonly detail: PaperDetail
}

export interface PaperDraft {
  readonly draft: Draft
  readonly checked: Checked
  readonly problems: ReturnType<typeof draftProblems>
  readonly set: (part: Partial<Draft>) => void
  /** The server's last word, of a change that was no edit. */
  readonly take: (detail: PaperDetail) => void
}

export function usePaperDraft(paper: PaperDetail, editor: Pick<RevisionEditor, 'change' | 'waiting'>): PaperDraft {
  const [draft, setDraft] = useState(() => draftOf(paper))
  const [checked, setChecked] = useState<Checked>(() => ({ draft, detail: paper }))
  const problems = useMemo(() => draftProblems(draft), [draft])
  const save = useSoon<Draft>(editor, async (sent) => {
    const options = { handles: [PAPER_CHANGED] }
    const send = (revision: number) =>
      call(papers.changePaper, { params: { id: paper.id }, body: bodyOf(sent, revision) }, options)
    // A failure shows in how saving goes.
    const detail = await editor.change(send).catch(() => undefined)
    if (!detail) return
    setChecked({ draft: sent, detail })
    setDraft((now) => withVersions(now, detail))
  })
  const set = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (draftProblems(next).size === 0) save(next)
  }
  const take = (detail: PaperDetail) => setChecked({ draft, detail })
  return { draft, checked, problems, set, take }
}
