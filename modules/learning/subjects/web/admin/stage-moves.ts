/** Changes of the stages in the editor: pure, each answers new stages. */
import type { CallInput } from '#kit/contract.ts'
import type { ContentChoice } from '#modules/content/catalog/contract.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import type { StoredIds } from '#web/ui/stored-ids.ts'
import { withMoved } from '#web/ui/with-moved.ts'
import type { EditedContent, EditedStage } from '../../contract/authoring.ts'
import type { subjects } from '../../contract.ts'

type Stages = readonly EditedStage[]
type StagesInput = CallInput<typeof subjects.changeStages>['body']['stages']

/** To another place of its stage; beyond the end of it, into the next one. */
export function moveContent(stages: Stages, stageIndex: number, index: number, to: number): EditedStage[] {
  const stage = stages[stageIndex]
  const content = stage?.contents[index]
  if (!stage || !content) return [...stages]
  const step = to < index ? -1 : 1
  if (to >= 0 && to < stage.contents.length)
    return stages.map((one, at) => (at === stageIndex ? { ...one, contents: withMoved(one.contents, index, to) } : one))
  const target = stageIndex + step
  if (target < 0 || target >= stages.length) return [...stages]
  return stages.map((one, at) => {
    if (at === stageIndex) return { ...one, contents: one.contents.filter(({ id }) => id !== content.id) }
    if (at === target) return { ...one, contents: step > 0 ? [content, ...one.contents] : [...one.contents, content] }
    return one
  })
}

export function withStage(stages: Stages, index: number, part: Partial<EditedStage>): EditedStage[] {
  return stages.map((stage, at) => (at === index ? { ...stage, ...part } : stage))
}

export function withContent(stages: Stages, contentId: string, part: Partial<EditedContent>): EditedStage[] {
  return stages.map((stage) => ({
    ...stage,
    contents: stage.contents.map((content) => (content.id === contentId ? { ...content, ...part } : content)),
  }))
}

export function withoutContent(stages: Stages, contentId: string): EditedStage[] {
  return stages.map((stage) => ({ ...stage, contents: stage.contents.filter(({ id }) => id !== contentId) }))
}

const keyOf = ({ businessType, businessId }: Pick<ContentChoice, 'businessType' | 'businessId'>) =>
  `${businessType}:${businessId}`

/** What stands in the subject already, by `type:id`: it can't be chosen twice. */
export function keysIn(stages: Stages): Set<string> {
  return new Set(stages.flatMap((stage) => stage.contents.map(keyOf)))
}

type ChosenContent = Pick<ContentChoice, 'businessType' | 'businessId' | 'name' | 'kind' | 'coverPath'>

export function addContents(stages: Stages, index: number, choices: readonly ChosenContent[]): EditedStage[] {
  const known = keysIn(stages)
  const added = choices
    .filter((choice) => !known.has(keyOf(choice)))
    .map((choice) => ({
      ...{ businessType: choice.businessType, businessId: choice.businessId, businessName: choice.name },
      ...{ kindName: choice.kind, coverUrl: pictureUrl(choice.coverPath) ?? null },
      // Until the server gives it one.
      ...{ id: keyOf(choice), isRequired: 1 as const, isAvailable: true, positions: [], organizations: [], topics: [] },
    }))
  return stages.map((stage, at) => (at === index ? { ...stage, contents: [...stage.contents, ...added] } : stage))
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

/** As the call wants them. What the server does not have yet gets its id there. */
export function inputOf(stages: Stages, storedIds: StoredIds): StagesInput {
  return stages.map(({ id, title, summary, contents }) => ({
    ...storedIds.inputOf({ id }),
    ...{ title: title.trim(), summary: summary.trim() },
    contents: contents.map((content) => ({
      ...{ businessType: content.businessType, businessId: content.businessId, isRequired: content.isRequired },
      positionIds: idsOf(content.positions),
      organizationIds: idsOf(content.organizations),
      topicIds: idsOf(content.topics),
    })),
  }))
}
