/** A module with things of its own that members follow: for tests of following. */
import { contract } from '#kit/contract.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import { followKind } from './kinds.ts'

export const noteType = 903

/** What the owner knows of its notes; tests change it. */
export const notes = new Map<string, { name: string; companyId: string; ownerId?: string; hidden?: true }>()

/** The new follows that the owner was notified of. */
export const followedNotes: { readonly id: string; readonly memberId: string }[] = []

export const notesModule: ServerModule = serverModule({
  name: 'notes',
  contract: contract({}),
  routes: {},
  extensions: [
    followKind({
      businessType: noteType,
      label: { cn: '便笺', en: 'Note' },
      async visible(_db, caller, ids) {
        return ids.flatMap((id) => {
          const note = notes.get(id)
          if (!note || note.companyId !== caller.companyId || note.hidden) return []
          return [{ id, name: note.name, link: `/notes/${id}` }]
        })
      },
      async isOwn(_db, caller, id) {
        return notes.get(id)?.ownerId === caller.memberId
      },
      async followed(_db, caller, id) {
        followedNotes.push({ id, memberId: caller.memberId })
      },
      byDay: true,
    }),
  ],
})
