/** Switches and templates of approvals, and the preview of approvers. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Title } from '#kit/schema.ts'
import { managesApprovals } from './access.ts'
import { TEMPLATE_CHANGED, TEMPLATE_MISSING } from './codes.ts'
import { BusinessType, Items, Person, StepDraft, stepsMax, TemplateStep } from './shapes.ts'

const Place = Type.Object({ businessType: BusinessType, organizationId: Id })
const Steps = Type.Array(StepDraft, { minItems: 1, maxItems: stepsMax })

const Template = Type.Object({
  id: Id,
  organizationId: Id,
  organizationName: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  steps: Type.Array(TemplateStep),
  updatedBy: Person,
  updatedAt: Instant,
})

export const templates = contract({
  businessTypes: {
    method: 'GET',
    path: '/system/approval-template/business-type',
    summary: 'The business types that can require approval (map approval-business-type)',
    access: 'signed-in',
    response: Items(Type.Object({ businessType: BusinessType, name: Type.String() })),
    cacheSeconds: 300,
  },
  listPlaces: {
    method: 'GET',
    path: '/system/approval-template',
    summary: 'The organizations with an approval switch or template of their own',
    access: managesApprovals,
    query: Type.Object({ businessType: BusinessType }),
    response: Items(
      Type.Object({
        organizationId: Id,
        organizationName: Type.String(),
        /** The organization's own switch; null if it inherits from above. */
        isOn: Nullable(Type.Boolean()),
        templateName: Nullable(Type.String()),
        stepCount: Nullable(Type.Integer()),
        canManage: Type.Boolean(),
      }),
    ),
    cacheSeconds: 0,
  },
  templateAt: {
    method: 'GET',
    path: '/system/approval-template/effective',
    summary: 'The effective switch and template of a business type in an organization, with their origin',
    access: managesApprovals,
    query: Place,
    response: Type.Object({
      ownSwitch: Nullable(Type.Boolean()),
      isOn: Type.Boolean(),
      /** The origin of the effective switch; null if none is set. */
      switchFrom: Nullable(Type.Object({ organizationId: Id, organizationName: Type.String() })),
      template: Nullable(Template),
      inherited: Type.Boolean(),
      canManage: Type.Boolean(),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  saveTemplate: {
    method: 'PUT',
    path: '/system/approval-template',
    summary: "Saves an organization's template; running processes keep their version",
    access: managesApprovals,
    body: Body({
      businessType: BusinessType,
      organizationId: Id,
      name: Title(50),
      steps: Steps,
      /** The loaded version; omitted if the organization had no template. */
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    onSelf: { allowed: 'The applicant never decides, whatever the template says.' },
    response: Type.Object({ id: Id, version: Type.Integer() }),
    errors: [NOT_FOUND, TEMPLATE_CHANGED],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/system/approval-template/{id}',
    summary: "Deletes an organization's template, so the one above takes effect",
    access: managesApprovals,
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND, TEMPLATE_MISSING],
  },
  setSwitch: {
    method: 'PUT',
    path: '/system/approval-template/switch',
    summary: 'Switches approval on, off or to inheritance for a business type of an organization (SYSTEM-195)',
    access: managesApprovals,
    body: Body({ businessType: BusinessType, organizationId: Id, state: OneOf(['on', 'off', 'inherit']) }),
    response: Type.Object({ isOn: Type.Boolean() }),
    errors: [NOT_FOUND, TEMPLATE_MISSING],
  },
  preview: {
    method: 'POST',
    path: '/system/approval-template/preview',
    summary: 'The approvers of each step if this member applied now',
    access: managesApprovals,
    body: Body({ organizationId: Id, applicantId: Id, steps: Steps }),
    onSelf: { allowed: 'It only reads.' },
    response: Items(
      Type.Object({
        approvers: Type.Array(Person),
        /** Approvers with their current substitutes. */
        substitutes: Type.Array(Type.Object({ memberId: Id, substitute: Person })),
        /** The outcome for a step without an approver. */
        outcome: OneOf(['decides', 'skipped', 'administrator', 'stuck']),
      }),
    ),
    errors: [NOT_FOUND],
  },
})
