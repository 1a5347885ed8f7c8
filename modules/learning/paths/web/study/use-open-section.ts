import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import type { PositionSection } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'

/** Opens a section: the server keeps where the learner is, and the screen goes to what it holds. */
export function useOpenSection(pathId: string) {
  const navigate = useNavigate()
  const [opening, setOpening] = useState(false)
  const open = async ({ id }: Pick<PositionSection, 'id'>) => {
    setOpening(true)
    try {
      const { link } = await call(paths.updateLessonLocation, { body: { pathId, sectionId: id } })
      if (link !== null) void navigate(link)
    } catch {
      // The call has said why not.
    } finally {
      setOpening(false)
    }
  }
  return { open, opening }
}
