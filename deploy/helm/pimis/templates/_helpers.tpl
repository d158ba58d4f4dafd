{{- define "pimis.labels" -}}
app.kubernetes.io/name: pimis
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "pimis.selector" -}}
app.kubernetes.io/name: pimis
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pimis.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end }}

{{/* Settings of every process: values, secrets by reference, the database. */}}
{{- define "pimis.environment" -}}
env:
  - name: PUBLIC_URL
    value: {{ .Values.publicUrl | quote }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  - name: METRICS_PORT
    value: '9464'
  - name: METRICS_HOST
    value: 0.0.0.0
  - name: STOP_DELAY_SECONDS
    value: '5'
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        {{- if .Values.database.cloudNativePG.enabled }}
        name: {{ .Release.Name }}-database-app
        key: uri
        {{- else }}
        name: {{ .Values.database.existingSecret }}
        key: {{ .Values.database.existingSecretKey }}
        {{- end }}
envFrom:
  - secretRef:
      name: {{ .Values.secrets.name }}
{{- end }}

{{- define "pimis.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "pimis.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
