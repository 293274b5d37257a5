/**
 * The texts of shipped presets and roles, in every language: by the name of the preset and the place in it, by the name
 * of the role. They belong to the files in this folder alone: presets and roles of users keep their own texts.
 */
import { say, type Said } from '#messages/said.ts'
import type { Preset, PresetTexts } from '#model/preset.ts'

const gateChanges = say('preset.askGuardedChanges')
const verifyWhole = say('preset.unitVerifyWhole')

const texts: Readonly<Record<string, PresetTexts>> = {
  build: {
    title: say('preset.buildTitle'),
    description: say('preset.buildDescription'),
    inRun: {
      plan: say('preset.unitPlan'),
      'plan/approve': say('preset.askRunPlan'),
      'module/gate-changes': gateChanges,
      final: verifyWhole,
    },
  },
  sprint: {
    title: say('preset.sprintTitle'),
    description: say('preset.sprintDescription'),
    inRun: {
      'sprint-plan': say('preset.unitPlanSprint'),
      'planning/approve-tasks': say('preset.askSprintTasks'),
      'task/gate-changes': gateChanges,
      final: verifyWhole,
    },
  },
  bug: {
    title: say('preset.bugTitle'),
    description: say('preset.bugDescription'),
    inRun: {
      triage: say('preset.unitTriageBug'),
      'triage/approve-route': say('preset.askFixLikeThis'),
      'route-a/gate-changes': gateChanges,
      'route-b/gate-changes': gateChanges,
      final: verifyWhole,
    },
  },
}

/** A preset that was read from the files of Forge. */
export function asShipped(preset: Preset): Preset {
  const said = Object.hasOwn(texts, preset.name) ? texts[preset.name] : undefined
  return said === undefined ? preset : { ...preset, said }
}

const builds = say('role.buildsWhatWasPlanned')
const fixes = say('role.fixesWhatSupervisorFound')
const reviews = say('role.reviewsCode')

/** The tagline of each role of `roles/roles.yaml`. */
export const shippedTaglines: Readonly<Record<string, Said>> = {
  plan: say('role.plansBeforeCode'),
  implement: builds,
  'update-plan': fixes,
  'update-impl': fixes,
  commit: say('role.commitsCompletedWork'),
  'review-plan': say('role.reviewsPlan'),
  'review-code': reviews,
  validate: say('role.validatesPromises'),
  approve: say('role.givesFinalSignOff'),
  writeback: say('role.gathersIntoViews'),
  planner: say('role.cutsWorkIntoPieces'),
  worker: builds,
  reviewer: reviews,
  triage: say('role.findsCauseFirst'),
}
