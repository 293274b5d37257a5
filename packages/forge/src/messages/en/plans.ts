/** What is wrong with a plan, and what changed in it. */
export const plans = {
  'plan.notSoundNothingChanged': 'the plan is not sound, and nothing was changed:{faults}',
  'plan.editChangesNothing': 'that is the plan as it stands',
  'plan.noLongerHasUnit': 'the accepted plan no longer has this unit',
  'plan.cycle': 'units depend on each other in a circle: {cycle}',
  'plan.changesMergedUnit':
    'unit {unit} is merged, and what is merged stays: leave it out of the plan, and give further work a new id',
  'plan.unitsWriteSamePaths':
    'units {one} and {other} both write {paths}: let one depend on the other, or keep them apart',
  'plan.notAnObject': 'a plan is an object with units, not {kind}',
  'plan.onlyOneUnit': 'only one unit: nothing can run at the same time',
  'plan.tooManyUnits': '{count} units: more than 7 are hard to keep apart',
  'plan.unitWritesManyPaths': '{unit} writes {count} paths: more than {most} are often two units',
  'plan.expectedPathsNotDeclared': '{unit} is expected to change {paths}, which it does not declare to write',
  'plan.unitNoLongerWrites': '{unit} no longer writes {path}',
  'plan.unitNoLongerRuns': '{unit} no longer runs {command}',
  'plan.unitNoLongerShows': '{unit} no longer has to show {check} → {expected}',
  'plan.unitNoLongerFollows': '{unit} no longer follows {pipeline}',
  'plan.usualPipeline': 'the usual pipeline',
  'plan.bringsNewCommands':
    'the plan brings commands that the configuration does not have: {commands} (--allow-plan-commands lets them run without being asked)',
  'plan.takesUnitOfOther': 'the plan of {planner} takes away {unit}, which {other} planned',
  'plan.faultIndented': '\n  {fault}',
} as const
