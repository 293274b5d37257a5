/** The preset that `preset new` writes: three phases that work, with everything else as a comment to learn from. */
export function starterPreset(name: string): string {
  return `# yaml-language-server: $schema=../../node_modules/forgeloop/schema/preset.json
# A preset of your own. \`forge preset check ${name}\` proves it, \`forge run ${name} "<request>"\` runs it.
# Every key is explained in docs/presets.md.
name: ${name}
title: Change, verify, merge
templates:
  change:
    phases:
      # An agent changes a tree of its own.
      - name: implement
        kind: agent
        role: worker
        yields: work
      # Forge runs your verify commands on it. Red goes back to the agent with the output; the third red stops the unit.
      - name: verify
        kind: check
        on: head
        max_iterations: 3
      # Another agent judges it. With effect: advisory its word would only be noted.
      - name: review
        kind: agent
        role: reviewer
        yields: verdict
        effect: blocking
      # What passed is merged onto a branch of the run; your checkout is not touched.
      - { name: integrate, kind: git, op: integrate }
      - { name: verify-merged, kind: check, on: candidate }
      - { name: merge, kind: git, op: merge }
      - { name: clean, kind: chore, op: remove-tree }
# Each unit is merged by itself; per-run would land all of them as one commit.
commit: per-unit
start:
  - { id: change, title: Make the change, template: change, verify: project }
`
}
