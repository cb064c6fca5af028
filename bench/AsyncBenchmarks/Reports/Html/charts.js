// What the page and the pictures have in common: rows of one scenario and runtime in, an ECharts option out.
// Written in ECMAScript 5, because the pictures are drawn by an engine that knows no more.
var Charts = (function () {
  "use strict";

  // The first of a pair is the first series, the second the last; those between are mixed from both.
  var themes = {
    light: {
      page: "#ffffff", ink: "#1b1f24", muted: "#5c6670", line: "#e4e7eb", missing: "#8a949e",
      ours: ["#f3b18d", "#cf4a17"], other: ["#b9c3cd", "#5f6f80"], reference: ["#e6eaee", "#d3dae1"]
    },
    dark: {
      page: "#15181c", ink: "#e9ebee", muted: "#9fa9b4", line: "#2b3139", missing: "#78838f",
      ours: ["#9c4b26", "#ff8f54"], other: ["#46525f", "#8e9fb1"], reference: ["#242b33", "#333d48"]
    }
  };

  var band = 17;

  function mix(from, to, share) {
    var text = "#";
    for (var i = 1; i < 7; i += 2) {
      var a = parseInt(from.substr(i, 2), 16), b = parseInt(to.substr(i, 2), 16);
      var hex = Math.round(a + (b - a) * share).toString(16);
      text += hex.length < 2 ? "0" + hex : hex;
    }
    return text;
  }

  function shade(theme, kind, series, count) {
    return mix(theme[kind][0], theme[kind][1], count > 1 ? series / (count - 1) : 1);
  }

  function group(digits) {
    return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  }

  function number(value) {
    var digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    var parts = value.toFixed(digits).split(".");
    return group(parts[0]) + (parts.length > 1 ? "." + parts[1] : "");
  }

  function time(nanoseconds) {
    return nanoseconds < 1e4 ? number(nanoseconds) + " ns"
      : nanoseconds < 1e7 ? number(nanoseconds / 1e3) + " \u00b5s"
      : nanoseconds < 1e10 ? number(nanoseconds / 1e6) + " ms"
      : number(nanoseconds / 1e9) + " s";
  }

  function bytes(count) {
    return group(String(Math.round(count))) + " B";
  }

  function timeTick(nanoseconds) {
    return nanoseconds < 1e3 ? group(String(nanoseconds)) + " ns"
      : nanoseconds < 1e6 ? group(String(nanoseconds / 1e3)) + " \u00b5s"
      : nanoseconds < 1e9 ? group(String(nanoseconds / 1e6)) + " ms"
      : group(String(nanoseconds / 1e9)) + " s";
  }

  function bytesTick(count) {
    return count < 1e3 ? count + " B" : count < 1e6 ? count / 1e3 + " kB" : count < 1e9 ? count / 1e6 + " MB" : count / 1e9 + " GB";
  }

  function seriesName(row) {
    var names = [];
    for (var i = 0; i < row.parameters.length; i++) {
      names.push(row.parameters[i][0] + " = " + row.parameters[i][1]);
    }
    return names.join(", ");
  }

  // A bar per row and parameters, the bars of a row together, with an empty line between the groups.
  function view(rows) {
    var series = [], order = [], groups = {}, bars = [];
    rows.forEach(function (row) {
      if (series.indexOf(seriesName(row)) < 0) {
        series.push(seriesName(row));
      }
      if (!groups.hasOwnProperty(row.method)) {
        groups[row.method] = [];
        order.push(row.method);
      }
      groups[row.method].push(row);
    });
    order.forEach(function (method) {
      if (bars.length > 0 && series.length > 1) {
        bars.push(null);
      }
      groups[method].sort(function (a, b) { return series.indexOf(seriesName(a)) - series.indexOf(seriesName(b)); });
      var allMissing = groups[method].every(function (row) { return row.mean === null; });
      groups[method].forEach(function (row, index) {
        // A row that has nothing at all is told once.
        if (!allMissing || index === 0) {
          bars.push({ row: row, label: index === 0 ? method : "", series: series.indexOf(seriesName(row)) });
        }
      });
    });
    return { bars: bars, series: series };
  }

  function range(values) {
    var positive = values.filter(function (value) { return value > 0; });
    if (positive.length === 0) {
      return [1, 10];
    }
    var low = Math.min.apply(null, positive), high = Math.max.apply(null, positive);
    // A bar as short as nothing could not be seen, so the axis begins a bit below the smallest.
    var from = Math.pow(10, Math.floor(Math.log(low / 1.2) / Math.LN10 + 1e-9));
    var to = Math.pow(10, Math.floor(Math.log(high) / Math.LN10 + 1e-9));
    var step = [1, 2, 5, 10].filter(function (candidate) { return candidate * to >= high; })[0];
    return [from, Math.max(step * to, from * 10)];
  }

  var ofTime = { key: "time", title: "Time per operation", get: function (row) { return row.mean; }, tick: timeTick,
    label: function (row) { return row.mean === null ? "" : time(row.mean); } };
  var ofBytes = { key: "bytes", title: "Bytes allocated per operation", get: function (row) { return row.allocated; }, tick: bytesTick,
    label: function (row, isNarrow) {
      return row.allocated === null ? "not known"
        : bytes(row.allocated) + (!isNarrow && row.survived > 0 ? "\u00a0 + " + bytes(row.survived) + " kept" : "");
    } };

  function ofFigure(figure) {
    function find(row) {
      return row.figures.filter(function (candidate) { return candidate.name === figure.name; })[0] || { value: null, text: "" };
    }
    return { key: figure.name, title: figure.name, isBytes: figure.unit === "bytes", get: function (row) { return find(row).value; },
      tick: figure.unit === "bytes" ? bytesTick : timeTick, label: function (row) { return find(row).text; } };
  }

  // What a scenario measures besides and can be drawn: times and bytes.
  function figures(rows) {
    var found = {}, list = [];
    rows.forEach(function (row) {
      row.figures.forEach(function (figure) {
        if ((figure.unit === "bytes" || figure.unit === "nanoseconds") && !found.hasOwnProperty(figure.name)) {
          found[figure.name] = true;
          list.push(ofFigure(figure));
        }
      });
    });
    return list;
  }

  // The two that are drawn side by side. A scenario with figures of its own is about them.
  function measures(rows, choice) {
    var all = figures(rows), isUsual = choice === ofTime.key;
    var times = all.filter(function (figure) { return !figure.isBytes; }), sizes = all.filter(function (figure) { return figure.isBytes; });
    var chosen = all.filter(function (figure) { return figure.key === choice; })[0];
    var left = isUsual || times.length === 0 ? ofTime : times[0], right = isUsual || sizes.length === 0 ? ofBytes : sizes[sizes.length - 1];
    return !chosen ? [left, right] : chosen.isBytes ? [left, chosen] : [chosen, right];
  }

  // The same axes for all charts that are seen together.
  function ranges(rows, drawn) {
    var measured = rows.filter(function (row) { return row.mean !== null; });
    return drawn.map(function (measure) {
      var values = measured.map(function (row) { return measure.get(row) || 0; });
      return measure.tick === bytesTick ? [1, range(values.concat([10]))[1]] : range(values);
    });
  }

  // Where nothing can be measured, widths are guessed.
  function textWidth(words, isNarrow) {
    return words.length * (isNarrow ? 6.2 : 6.9);
  }

  function labelWidth(shown, isNarrow) {
    var longest = 0;
    shown.bars.forEach(function (bar) { longest = Math.max(longest, bar ? textWidth(bar.label, isNarrow) : 0); });
    return Math.min(longest + 14, isNarrow ? 132 : 210);
  }

  // Where things are: time and bytes side by side, or one above the other where there is no room.
  function places(shown, layout) {
    var height = shown.bars.length * band, left = labelWidth(shown, layout.isNarrow), top = (layout.head || 0) + 30;
    var forTime = longestLabel(shown, layout, layout.measures[0]), forBytes = longestLabel(shown, layout, layout.measures[1]);
    var axis = 30;
    if (layout.isNarrow) {
      var width = layout.width - left - Math.max(forTime, forBytes);
      return {
        time: { left: left, top: top, width: width, height: height },
        bytes: { left: left, top: top + height + axis + 38, width: width, height: height },
        height: top + 2 * height + 2 * axis + 38 + (layout.foot || 0)
      };
    }
    var room = layout.width - left - forTime - forBytes - 20;
    var timeWidth = Math.round(room * 0.6);
    return {
      time: { left: left, top: top, width: timeWidth, height: height },
      bytes: { left: left + timeWidth + forTime + 20, top: top, width: room - timeWidth, height: height },
      height: top + height + axis + (layout.foot || 0)
    };
  }

  // The room to the right of the longest bar, which may have the longest label.
  function longestLabel(shown, layout, measure) {
    return shown.bars.reduce(function (longest, bar) {
      return bar === null ? longest : Math.max(longest, textWidth(measure.label(bar.row, layout.isNarrow), true) + 14);
    }, 40);
  }

  function datum(bar, value, least, label, theme, count) {
    if (bar === null) {
      return { value: least, label: { show: false }, itemStyle: { color: "transparent" } };
    }
    var isMissing = bar.row.mean === null;
    return {
      value: isMissing ? least : Math.max(value || least, least),
      name: bar.row.method,
      label: {
        formatter: isMissing ? "NA" : label,
        color: isMissing ? theme.missing : bar.row.kind === "ours" ? theme.ink : theme.muted
      },
      itemStyle: { color: shade(theme, bar.row.kind, bar.series, count) }
    };
  }

  function categoryAxis(shown, index, theme, isNarrow, hasLabels) {
    var ours = {};
    shown.bars.forEach(function (bar, at) { ours[at] = bar !== null && bar.row.kind === "ours"; });
    return {
      type: "category", gridIndex: index, inverse: true,
      data: shown.bars.map(function (bar, at) { return String(at); }),
      axisTick: { show: false },
      axisLine: { show: true, lineStyle: { color: theme.line } },
      axisLabel: {
        show: hasLabels, interval: 0, fontSize: isNarrow ? 11 : 12, margin: 8,
        width: labelWidth(shown, isNarrow) - 10, overflow: "truncate",
        formatter: function (at) {
          var bar = shown.bars[at];
          return bar === null || bar.label === "" ? "" : ours[at] ? "{ours|" + bar.label + "}" : bar.label;
        },
        color: theme.muted,
        rich: { ours: { color: theme.ink, fontWeight: "bold", fontSize: isNarrow ? 11 : 12 } }
      }
    };
  }

  // Only powers of ten are named; where the axis ends is not one of them.
  function isPower(value) {
    var exponent = Math.log(value) / Math.LN10;
    return Math.abs(exponent - Math.round(exponent)) < 1e-6;
  }

  function valueAxis(index, extent, tick, theme) {
    return {
      type: "log", logBase: 10, gridIndex: index, min: extent[0], max: extent[1],
      axisLine: { show: false }, axisTick: { show: false },
      axisLabel: { formatter: function (value) { return isPower(value) ? tick(value) : ""; }, color: theme.muted, fontSize: 11,
          hideOverlap: true },
      splitLine: { showMaxLine: isPower(extent[1]), lineStyle: { color: theme.line } },
      minorSplitLine: { show: false }
    };
  }

  function bars(index, data) {
    return {
      type: "bar", xAxisIndex: index, yAxisIndex: index, data: data, barWidth: band - 5, silent: false,
      label: { show: true, position: "right", fontSize: 11, distance: 6 },
      itemStyle: { borderRadius: [0, 2, 2, 0] }, emphasis: { disabled: true }
    };
  }

  function heading(text, place, theme) {
    return { text: text, left: place.left - 1, top: place.top - 26, padding: 0,
        textStyle: { fontSize: 12, fontWeight: "normal", color: theme.muted } };
  }

  function option(shown, extents, theme, layout) {
    var at = places(shown, layout), boxes = [at.time, at.bytes], count = shown.series.length;
    return {
      animation: false,
      backgroundColor: "transparent",
      textStyle: { fontFamily: layout.font },
      title: layout.measures.map(function (measure, index) { return heading(measure.title + " (log)", boxes[index], theme); }),
      grid: boxes,
      xAxis: layout.measures.map(function (measure, index) { return valueAxis(index, extents[index], measure.tick, theme); }),
      yAxis: [categoryAxis(shown, 0, theme, layout.isNarrow, true), categoryAxis(shown, 1, theme, layout.isNarrow, layout.isNarrow)],
      series: layout.measures.map(function (measure, index) {
        return bars(index, shown.bars.map(function (bar) {
          return datum(bar, bar && measure.get(bar.row), extents[index][0], bar ? measure.label(bar.row, layout.isNarrow) : "", theme,
              count);
        }));
      })
    };
  }

  return {
    themes: themes, view: view, figures: figures, measures: measures, ranges: ranges, option: option,
    shade: shade, seriesName: seriesName, textWidth: textWidth, time: time, bytes: bytes,
    height: function (shown, layout) { return places(shown, layout).height; }
  };
})();
